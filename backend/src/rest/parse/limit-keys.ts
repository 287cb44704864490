import { tooMuch } from '../errors.ts';

/** PostgreSQL's limit of columns in a table; functions take fewer parameters. */
export const maxKeys = 1600;

/** The error of a body with so many keys, if that is too many. */
export function limitKeys(count: number): Error | undefined {
  return count > maxKeys
    ? tooMuch(`The body names more than ${maxKeys} keys, and no table or function has as many`)
    : undefined;
}
