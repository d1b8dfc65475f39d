/** Colours and font of the page, resolved to what a canvas understands. */
export interface Theme {
  ink: string;
  muted: string;
  rule: string;
  surface: string;
  fontFamily: string;
}

/**
 * Reads --ink, --muted, --rule and --surface where `element` stands. A probe resolves them, because the value
 * of a custom property may itself be light-dark() or color-mix(), which a canvas does not take.
 */
export function readTheme(element: HTMLElement): Theme {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Else every colour would be the colour of text, where a person has forced their own.
  probe.style.setProperty('forced-color-adjust', 'none');
  (element.parentElement ?? element).append(probe);
  const read = (name: string, fallback: string) => {
    probe.style.color = `var(${name}, ${fallback})`;
    return getComputedStyle(probe).color;
  };
  const theme = {
    ink: read('--ink', 'CanvasText'),
    muted: read('--muted', 'GrayText'),
    rule: read('--rule', 'GrayText'),
    surface: read('--surface', 'Canvas'),
    fontFamily: getComputedStyle(probe).fontFamily,
  };
  probe.remove();
  return theme;
}
