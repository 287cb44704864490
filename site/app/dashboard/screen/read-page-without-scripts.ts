/**
 * Parses a page to be shown in a frame, and removes its scripts and preloads: the frame runs none, and the browser would
 * log an error for each.
 */
export function readPageWithoutScripts(html: string): Document {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('script, noscript, [rel=preload], [rel=modulepreload]'))
    element.remove();
  for (const element of page.querySelectorAll('[autofocus]')) element.removeAttribute('autofocus');
  return page;
}
