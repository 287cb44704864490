// Headers with which a browser requests or displays an object.
/** The ETag is quoted. */
export interface CacheValidators {
  etag: string;
  lastModified: Date;
}

/** Whether to send 304. If-None-Match takes precedence over If-Modified-Since. */
export function isNotModified(headers: Headers, { etag, lastModified }: CacheValidators): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) {
    return tags.split(',').some((tag) => tag.trim() === '*' || withoutWeak(tag) === withoutWeak(etag));
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && inSeconds(lastModified) <= since;
}

/** If-Range contains the version of which the client has the first part. */
export function doesIfRangeMatch(headers: Headers, { etag, lastModified }: CacheValidators): boolean {
  const condition = headers.get('if-range');
  if (condition === null) return true;
  if (condition.includes('"')) return condition.trim() === etag;
  return inSeconds(lastModified) === Date.parse(condition);
}

function withoutWeak(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/** Cuts milliseconds, which HTTP dates do not have. */
function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

/** Images that cannot contain scripts, and plain text. */
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

/** null if the browser may display the object. `download`, the query parameter, is '' to keep the name. */
export function contentDispositionOf(contentType: string, download: string | null): string | null {
  if (download !== null) {
    return download === '' ? 'attachment' : `attachment; ${filenameParameter(download)}`;
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  return displayable.has(type) ? null : 'attachment';
}

/** A page can load these by URL even as an attachment. */
const loadable = /javascript|ecmascript|jscript|livescript|css/i;

/**
 * Objects share the origin that the site's content security policy trusts: scripts and styles are sent as plain text,
 * which no page loads as either.
 */
export function safeContentType(contentType: string): string {
  return loadable.test(contentType) ? 'text/plain; charset=utf-8' : contentType;
}

/** RFC 8187. */
function filenameParameter(name: string): string {
  const clean = name.slice(0, 255).toWellFormed();
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename*=UTF-8''${encoded}`;
}
