import { browserClient } from '../data/browser-client.ts';

const refusals: Record<string, string> = {
  wrong: 'That code is not right, or it was used before. Enter another one.',
  'too many': 'Too many wrong codes. Wait a quarter of an hour, or sign out and in again.',
};

/** Uses one code up and answers null, or what to do. A right one removes the factors that were lost. */
export async function spendRecoveryCode(code: string): Promise<string | null> {
  if (code === '') return 'Enter one of your recovery codes';
  const client = browserClient();
  const { data, error, status } = await client.rpc('use_recovery_code', { code });
  if (error) {
    return status === 0 ? "We couldn't reach the server. The code still works: try again." : error.message;
  }
  if (data !== 'used') return refusals[data] ?? data;
  // The session that this tab holds still tells of the factors.
  await client.auth.refreshSession();
  return null;
}
