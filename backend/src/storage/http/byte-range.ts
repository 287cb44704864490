import { StorageError } from '../errors.ts';

/** Both ends included. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * null (send everything): no header, another unit, several ranges, or a malformed one. Throws InvalidRange (416) when
 * no byte of the range exists.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    if (Number(last) === 0) throw unsatisfiable(size);
    return checkRange(Math.max(0, size - Number(last)), size - 1, size);
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  return checkRange(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1), size);
}

function checkRange(from: number, to: number, size: number): ByteRange {
  if (from >= size) throw unsatisfiable(size);
  return { from, to };
}

function unsatisfiable(size: number): StorageError {
  return new StorageError(416, 'InvalidRange', 'InvalidRange', 'The requested range is not satisfiable', {
    'content-range': `bytes */${size}`,
  });
}
