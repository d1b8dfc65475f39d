/**
 * Points are laid into a picture by our own loop: 8,000 of them cost a few milliseconds on any machine, while
 * as many drawImage calls take ten times as long where no GPU draws the canvas. Pictures hold straight (not
 * premultiplied) rgba as ImageData does, read as 32-bit words, which browsers keep little-endian: 0xAABBGGRR.
 */

/** The visible pixels of a mark, for pictures of one width. */
export interface Stamp {
  /** Distance of each pixel from the mark's upper left corner, in pixels of the picture. */
  offsets: Int32Array;
  colours: Uint32Array;
}

/** Prepares a square mark, `side` x `side` words, for a picture `width` pixels wide. */
export function makeStamp(mark: Uint32Array, side: number, width: number): Stamp {
  const visible = mark.reduce((count, colour) => count + (colour >>> 24 > 0 ? 1 : 0), 0);
  const stamp = { offsets: new Int32Array(visible), colours: new Uint32Array(visible) };
  for (let i = 0, at = 0; i < mark.length; i++) {
    if (mark[i]! >>> 24 === 0) continue;
    stamp.offsets[at] = Math.floor(i / side) * width + (i % side);
    stamp.colours[at++] = mark[i]!;
  }
  return stamp;
}

/**
 * Lays the mark over the picture with its upper left corner at pixel `corner` (source-over, Porter and Duff
 * 1984). Nothing is cut: the caller keeps a margin of a mark's side around the plot.
 */
export function press(picture: Uint32Array, { offsets, colours }: Stamp, corner: number): void {
  for (let i = 0; i < offsets.length; i++) {
    const at = corner + offsets[i]!;
    const over = colours[i]!;
    const under = picture[at]!;
    if (under >>> 24 === 0) {
      picture[at] = over;
      continue;
    }
    // Alphas in 255ths of 255ths; `below` is what of the picture shows through.
    const above = (over >>> 24) * 255;
    const below = (under >>> 24) * (255 - (over >>> 24));
    const sum = above + below;
    const share = above / sum;
    const red = under & 255;
    const green = (under >>> 8) & 255;
    const blue = (under >>> 16) & 255;
    picture[at] =
      (((sum / 255 + 0.5) << 24) |
        ((blue + (((over >>> 16) & 255) - blue) * share + 0.5) << 16) |
        ((green + (((over >>> 8) & 255) - green) * share + 0.5) << 8) |
        (red + ((over & 255) - red) * share + 0.5)) >>>
      0;
  }
}
