import { browserClient } from '../data/browser-client.ts';
import { restoreOwnerToken, consumeOwnerToken } from './session/owner-token.ts';
import { authTexts } from './auth-texts.ts';
import { errorMessage } from '../ui/error-message.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';

let pending: Promise<void> | null = null;

async function consumeToken(userId: string): Promise<void> {
  // Another tab may have changed the account.
  const { data: now } = await browserClient().auth.getSession();
  if (now.session?.user.id !== userId) return;
  const token = consumeOwnerToken();
  if (!token) return;
  const { data, error, status } = await browserClient().rpc('claim_ownership', { token });
  if (!error && data !== false) {
    toastSuccess({ title: authTexts.ownership.title, description: authTexts.ownership.text });
    return;
  }
  // Status 0: no response, so the link is still valid.
  if (status === 0) restoreOwnerToken(token);
  const reason = error?.message ? errorMessage(error) : authTexts.ownership.expired;
  toastError({ title: authTexts.failure, description: reason });
}

/**
 * Consumes this tab's set-up token, if any, for this account and shows the result. Resolves after the response, so
 * that the dashboard opens with the new role. Concurrent calls share one request.
 */
export function claimOwnership(userId: string): Promise<void> {
  pending ??= consumeToken(userId).finally(() => {
    pending = null;
  });
  return pending;
}
