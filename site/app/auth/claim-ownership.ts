import { browserClient } from '../data/browser-client.ts';
import { restoreOwnerToken, consumeOwnerToken } from './session/owner-token.ts';
import { toast } from '../ui/toast.tsx';

let pending: Promise<void> | null = null;

async function consumeToken(userId: string): Promise<void> {
  // Another tab may have changed the account meanwhile.
  const { data: now } = await browserClient().auth.getSession();
  if (now.session?.user.id !== userId) return;
  const token = consumeOwnerToken();
  if (!token) return;
  const { data, error, status } = await browserClient().rpc('claim_ownership', { token });
  if (!error && data !== false) {
    toast({
      title: "You're the owner",
      description: 'This account is now the owner.',
      variant: 'success',
    });
    return;
  }
  // Status 0: the server never answered, so the link is still good.
  if (status === 0) restoreOwnerToken(token);
  const reason = error?.message || 'This link has expired or was already used. Ask for a new one.';
  toast({ title: 'Error', description: reason, variant: 'destructive' });
}

/**
 * Spends the set-up token of this tab, if it holds one, for this account and says what came of it. Settles when the
 * answer is there, so that the dashboard opens with the new role; asked twice meanwhile, it is still one call.
 */
export function claimOwnership(userId: string): Promise<void> {
  pending ??= consumeToken(userId).finally(() => {
    pending = null;
  });
  return pending;
}
