import { browserClient } from '../../data/browser-client.ts';

const refusals: Record<string, string> = {
  wrong: "That code isn't right, or was already used. Enter another one.",
  'too many': 'Too many attempts. Wait 15 minutes, or sign out and back in.',
};

/** Uses one code up and answers null, or what to do. A right one removes the factors that were lost. */
export async function spendRecoveryCode(code: string): Promise<string | null> {
  if (code === '') return 'Enter one of your recovery codes';
  const client = browserClient();
  const { data, error, status } = await client.rpc('use_recovery_code', { code });
  if (error) {
    return status === 0
      ? "We couldn't reach the server. Your code still works. Please try again."
      : error.message;
  }
  if (data !== 'used') return refusals[data] ?? data;
  // The session that this tab holds still tells of the factors.
  await client.auth.refreshSession();
  return null;
}
