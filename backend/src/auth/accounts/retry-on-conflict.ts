import { DatabaseError } from 'pg';

/** Of two first sign-ins at once, the second finds what the first created. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '23505' || error.schema !== 'auth') throw error;
    return work();
  }
}
