// Checks whether a value is a UUID in the form that PostgreSQL writes.
const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Accepts only the form that PostgreSQL writes, not the others that it reads (braces, no hyphens). */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}
