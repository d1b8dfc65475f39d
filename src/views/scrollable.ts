/**
 * Lets the keyboard scroll what is wider than its place: it is a stop of Tab for as long as that is so and nothing
 * inside can take the focus. An attachment; a table inside gives the name.
 */
export function scrollable(node: HTMLElement): () => void {
  function update(): void {
    const isStop =
      node.scrollWidth > node.clientWidth &&
      node.querySelector('a[href], button, input, select, textarea, summary, [tabindex]') === null;
    if (!isStop) {
      for (const name of ['tabindex', 'role', 'aria-label']) node.removeAttribute(name);
      return;
    }
    node.tabIndex = 0;
    node.setAttribute('role', 'group');
    node.setAttribute('aria-label', node.querySelector('caption')?.textContent?.trim() ?? 'A wide table');
  }
  const sizes = new ResizeObserver(update);
  sizes.observe(node);
  for (const child of node.children) sizes.observe(child);
  return () => sizes.disconnect();
}
