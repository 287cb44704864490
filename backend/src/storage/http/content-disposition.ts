/** What a browser may display on this origin: images that cannot contain scripts, and plain text. */
const displayable = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
  'text/plain',
]);

/**
 * The Content-Disposition of an object; null when a browser may display it. `download` is the query parameter: null
 * when absent, '' when the file keeps its name.
 */
export function contentDisposition(contentType: string, download: string | null): string | null {
  if (download !== null) {
    return download === '' ? 'attachment' : `attachment; ${filenameParameter(download)}`;
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return displayable.has(type) ? null : 'attachment';
}

/** What a page can load by URL even when it is an attachment. */
const loadable = /javascript|ecmascript|jscript|livescript|css/i;

/**
 * The Content-Type that an object is sent with. The site's content security policy trusts its own origin, which objects
 * share: uploaded scripts and styles are sent as plain text, which no page loads as either.
 */
export function safeContentType(contentType: string): string {
  return loadable.test(contentType) ? 'text/plain; charset=utf-8' : contentType;
}

/** RFC 8187. */
function filenameParameter(name: string): string {
  const clean = name.toWellFormed().slice(0, 255);
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${encoded}`;
}
