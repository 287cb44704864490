interface DatabaseError {
  code?: unknown;
  message?: unknown;
}

/**
 * Whether a write failed because of a unique constraint whose name ends like this. Only the message contains the name:
 * the API has no field for it, and under row level security PostgreSQL sends no details.
 */
export function isDuplicate(
  error: DatabaseError | null | undefined,
  constraint: '_pkey' | '_slug_unique',
): boolean {
  return error?.code === '23505' && String(error.message).includes(`${constraint}"`);
}

/**
 * Whether an insert failed because its row is there already: ids are created before the first attempt, so a retry finds
 * the row whose response was lost.
 */
export function isRetriedInsert(error: DatabaseError | null | undefined): boolean {
  return isDuplicate(error, '_pkey');
}
