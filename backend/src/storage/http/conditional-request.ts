/** The ETag is quoted. */
export interface Validators {
  etag: string;
  lastModified: Date;
}

/** Whether to send 304. If-None-Match takes precedence over If-Modified-Since. */
export function isFresh(headers: Headers, { etag, lastModified }: Validators): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) {
    return tags.split(',').some((tag) => tag.trim() === '*' || withoutWeak(tag) === withoutWeak(etag));
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && inSeconds(lastModified) <= since;
}

/** If-Range names the version of which the client has the first part. */
export function ifRangeMatches(headers: Headers, { etag, lastModified }: Validators): boolean {
  const condition = headers.get('if-range');
  if (condition === null) return true;
  if (condition.includes('"')) return condition.trim() === etag;
  return inSeconds(lastModified) === Date.parse(condition);
}

function withoutWeak(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/** HTTP dates have no milliseconds. */
function inSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
