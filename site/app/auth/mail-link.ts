import { detachedClient, fetchedClient } from '../data/browser-client.ts';
import { authErrorMessage } from './auth-error-message.ts';
import { adoptLinkedSession } from './session/session-store.ts';

const types = ['recovery', 'invite', 'signup', 'magiclink', 'email_change'] as const;

/** The parameters of a link from our messages: `/auth?token_hash=…&type=recovery`. */
export interface MailLink {
  token_hash: string;
  type: (typeof types)[number];
}

/** Of an address, or of the form that opens the link without scripts. */
export function readMailLink(search: Pick<URLSearchParams | FormData, 'get'>): MailLink | null {
  const token_hash = search.get('token_hash');
  const type = types.find((one) => one === search.get('type'));
  if (typeof token_hash !== 'string' || token_hash === '' || type === undefined) return null;
  return { token_hash, type };
}

/** Whether the link does its work without a session in this browser. */
export function needsNoSession({ type }: MailLink): boolean {
  return type === 'signup' || type === 'email_change';
}

/** `expired`: used, too old or incomplete. `unreachable`: no response, so it is still valid. */
export type MailLinkError =
  | { kind: 'expired' }
  | { kind: 'unreachable' }
  /** of a change of address: the other one is still to be confirmed */
  | { kind: 'half' }
  | { kind: 'other'; message: string };

/**
 * Exchanges the link for a session; `kept` where another account is signed in and stays. Uses a separate client, so
 * that nothing is replaced before the link's account is known.
 */
export async function verifyMailLink(link: MailLink): Promise<'adopted' | 'kept' | MailLinkError> {
  try {
    await fetchedClient();
  } catch {
    return { kind: 'unreachable' };
  }
  const { data, error } = await detachedClient().auth.verifyOtp(link);
  if (data.session) {
    const outcome = await adoptLinkedSession(data.session);
    return outcome === 'rejected' ? { kind: 'expired' } : outcome;
  }
  if (!error) return { kind: 'half' };
  if (!error.status || error.status >= 500) return { kind: 'unreachable' };
  if (error.code === 'otp_expired' || error.code === 'validation_failed') return { kind: 'expired' };
  return { kind: 'other', message: authErrorMessage(error, error.message) };
}
