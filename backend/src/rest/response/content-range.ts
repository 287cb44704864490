/** `from-to/total` with `*` for what is not known; both ends included. */
export function contentRange(offset: number, rows: number, total: number | null): string {
  const range = rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*';
  return `${range}/${total ?? '*'}`;
}

/** 206 only when a total is known and not all of it is in the answer. */
export function rangeStatus(rows: number, total: number | null): 200 | 206 {
  return total !== null && rows < total ? 206 : 200;
}
