// Limits the keys of a body.
import { requestTooLargeError } from '../errors.ts';

/** PostgreSQL's limit of columns in a table; functions take fewer parameters. */
export const maxKeys = 1600;

/** Returns the error for a body with this many keys, if that is too many. */
export function limitKeys(count: number): Error | undefined {
  return count > maxKeys
    ? requestTooLargeError(`The body names more than ${maxKeys} keys, and no table or function has as many`)
    : undefined;
}
