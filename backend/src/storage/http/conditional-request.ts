/** What a reader can already have: quoted ETag and the last change. */
export interface Validators {
  etag: string;
  lastModified: Date;
}

/** Whether the reader's copy is still good (304). If-None-Match, where present, decides alone. */
export function isFresh(headers: Headers, { etag, lastModified }: Validators): boolean {
  const known = headers.get('if-none-match');
  if (known !== null) {
    return known.split(',').some((tag) => tag.trim() === '*' || bare(tag) === bare(etag));
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return !Number.isNaN(since) && wholeSeconds(lastModified) <= since;
}

/** Whether a Range holds: a reader who resumes says with If-Range what he has the first part of. */
export function ifRangeMatches(headers: Headers, { etag, lastModified }: Validators): boolean {
  const condition = headers.get('if-range');
  if (condition === null) return true;
  if (condition.includes('"')) return condition.trim() === etag;
  return wholeSeconds(lastModified) === Date.parse(condition);
}

function bare(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/** HTTP dates know no milliseconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
