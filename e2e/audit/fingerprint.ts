import type { Page } from '@playwright/test';

/**
 * Two pages with equal fingerprints are equal in everything that axe and the contrast measurement read: `layout` is of
 * elements with attributes and text, visible parts, and positions.
 */
export function fingerprint(page: Page): Promise<{ layout: string; colours: string }> {
  return page.evaluate(async () => {
    const shownBy = 'display visibility position z-index pointer-events overflow-x overflow-y'.split(' ');
    const drawnBy = 'color fill background-color background-image opacity text-shadow mix-blend-mode'.split(
      ' ',
    );
    const decoratedBy = ['text-decoration-line', 'font-weight', 'border-bottom-style', 'filter', 'clip-path'];
    const layout = [document.title, String(innerWidth)];
    const colours: string[] = [];
    for (const element of document.querySelectorAll('html, body, body *')) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`);
      layout.push(element.localName, ...attributes, `${left + scrollX} ${top + scrollY} ${width} ${height}`);
      for (const node of element.childNodes) if (node instanceof Text) layout.push(node.data);
      for (const pseudo of [undefined, '::before', '::after', '::placeholder']) {
        const style = getComputedStyle(element, pseudo);
        const read = (property: string) => style.getPropertyValue(property);
        layout.push(...shownBy.map(read), read('font-size'), read('content'));
        colours.push(...drawnBy.map(read), ...decoratedBy.map(read));
      }
    }
    async function hash(parts: string[]): Promise<string> {
      const bytes = new TextEncoder().encode(parts.join('\n'));
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].join('.');
    }
    return { layout: await hash(layout), colours: await hash(colours) };
  });
}
