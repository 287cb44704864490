// Hook that returns the hint about password rules, strict or not.
import { useRouteLoaderData } from 'react-router';
import type { BrowserClientConfig } from '../../data/server-client.ts';
import { passwordRuleTexts } from '../auth-error-texts.ts';

/** The password rule if the service has one; in local mode, where 6 characters are enough, a recommendation. */
export function usePasswordHint(): string {
  const signingIn = useRouteLoaderData<BrowserClientConfig>('auth');
  const inside = useRouteLoaderData<BrowserClientConfig>('dashboard');
  const isStrict = (signingIn ?? inside)?.strictPasswords ?? false;
  return isStrict ? passwordRuleTexts.strictHint : passwordRuleTexts.hint;
}
