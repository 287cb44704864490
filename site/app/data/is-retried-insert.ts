/**
 * Whether an insert failed because its row is there already: ids are created before the first attempt, so a retry finds
 * the row whose response was lost.
 */
export function isRetriedInsert(error: { code?: unknown; message?: unknown } | null | undefined): boolean {
  return error?.code === '23505' && String(error.message).includes('_pkey');
}
