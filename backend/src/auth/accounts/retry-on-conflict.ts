import { isAccountConflict } from './sign-up-errors.ts';

/** Of two first sign-ins at once, the second finds what the first created. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAccountConflict(error)) throw error;
    return work();
  }
}
