import { badRange } from '../errors.ts';
import type { RowRange } from './query-types.ts';

/**
 * `0-9`, `10-`: both ends included; as in HTTP, anything else is ignored. Throws PGRST103 (416) for an end before the
 * start.
 */
export function parseRange(header: string | null): RowRange | null {
  const match = /^(?:items=)?(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return null;
  const offset = Number(match[1]);
  if (match[2] === '') return { offset, limit: null };
  const last = Number(match[2]);
  if (last < offset) {
    throw badRange(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset, limit: last - offset + 1 };
}

export function narrowRange(outer: RowRange, inner: RowRange): RowRange {
  const offset = Math.max(outer.offset, inner.offset);
  const ends = [outer, inner].flatMap((range) => (range.limit === null ? [] : [range.offset + range.limit]));
  return { offset, limit: ends.length === 0 ? null : Math.max(0, Math.min(...ends) - offset) };
}
