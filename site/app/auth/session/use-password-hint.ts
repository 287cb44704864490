import { useRouteLoaderData } from 'react-router';
import type { BrowserBackend } from '../../data/server-client.ts';

/** What a new password should be: the rule where the service has one, and advice in local mode, where six will do. */
export function usePasswordHint(): string {
  const signingIn = useRouteLoaderData<BrowserBackend>('account/auth-page');
  const inside = useRouteLoaderData<BrowserBackend>('dashboard/layout');
  const isStrict = (signingIn ?? inside)?.strictPasswords ?? false;
  return isStrict
    ? 'At least 8 characters, and not a common password.'
    : 'At least 6 characters. 8 or more are safer, and not a common password.';
}
