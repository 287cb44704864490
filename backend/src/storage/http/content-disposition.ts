/** What a browser may show by itself from our origin: pictures that cannot carry script, and plain text. */
const shown = new Set([
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
 * The Content-Disposition of an object, or null where a browser may show it. `download` is the query value: null when
 * it was not asked for, '' when the file keeps its name. Everything that is not safe to show is handed out as a file.
 */
export function contentDisposition(contentType: string, download: string | null): string | null {
  if (download !== null) {
    return download === '' ? 'attachment' : `attachment; ${filenameOf(download)}`;
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return shown.has(type) ? null : 'attachment';
}

/** What a page may take in by its address, whether it is handed out as a file or not. */
const takenIn = /javascript|ecmascript|jscript|livescript|css/i;

/**
 * The Content-Type an object is answered with. The site's own policy trusts its origin, where objects live too: a
 * script or a style of somebody else is plain text, which no page takes for either.
 */
export function safeContentType(contentType: string): string {
  return takenIn.test(contentType) ? 'text/plain; charset=utf-8' : contentType;
}

function filenameOf(name: string): string {
  const clean = name.toWellFormed().slice(0, 255);
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${encoded}`;
}
