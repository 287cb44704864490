import { browserClient } from '../../data/browser-client.ts';
import { errorMessage } from '../../ui/error-message.ts';
import { codeTexts } from './code-texts.ts';

const { errors } = codeTexts.recovery;
const problems: Record<string, string> = {
  wrong: errors.wrong,
  'too many': errors.tooMany,
};

/** Consumes a recovery code, which removes the lost factors; returns null or what to do. */
export async function consumeRecoveryCode(code: string): Promise<string | null> {
  if (code === '') return errors.missing;
  const client = browserClient();
  const { data, error, status } = await client.rpc('use_recovery_code', { code });
  if (error) return status === 0 ? errors.unreachable : errorMessage(error);
  if (data !== 'used') return problems[data] ?? data;
  // This tab's session still lists the factors.
  await client.auth.refreshSession();
  return null;
}
