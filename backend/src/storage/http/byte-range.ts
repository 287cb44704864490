import { StorageError } from '../errors.ts';

/** First and last byte, both included. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * The one range that a Range header asks of `size` bytes; null when the whole is to be sent: no header, another unit,
 * several ranges, or nonsense. Throws 416 when no byte of the range exists.
 */
export function parseByteRange(header: string | null, size: number): ByteRange | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    if (Number(last) === 0) throw unsatisfiable(size);
    return whole(Math.max(0, size - Number(last)), size - 1, size);
  }
  if (last !== '' && Number(last) < Number(first)) return null;
  return whole(Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1), size);
}

function whole(from: number, to: number, size: number): ByteRange {
  if (from >= size) throw unsatisfiable(size);
  return { from, to };
}

function unsatisfiable(size: number): StorageError {
  return new StorageError(416, 'InvalidRange', 'InvalidRange', 'The requested range is not satisfiable', {
    'content-range': `bytes */${size}`,
  });
}
