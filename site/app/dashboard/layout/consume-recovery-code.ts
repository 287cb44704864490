import { browserClient } from '../../data/browser-client.ts';

const problems: Record<string, string> = {
  wrong: "That code isn't right, or was already used. Enter another one.",
  'too many': 'Too many attempts. Wait 15 minutes, or sign out and back in.',
};

/** Consumes a recovery code, which removes the lost factors; returns null or what to do. */
export async function consumeRecoveryCode(code: string): Promise<string | null> {
  if (code === '') return 'Enter one of your recovery codes';
  const client = browserClient();
  const { data, error, status } = await client.rpc('use_recovery_code', { code });
  if (error) {
    return status === 0
      ? "We couldn't reach the server. Your code still works. Please try again."
      : error.message;
  }
  if (data !== 'used') return problems[data] ?? data;
  // This tab's session still lists the factors.
  await client.auth.refreshSession();
  return null;
}
