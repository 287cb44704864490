import { detachedClient, fetchedClient } from '../data/browser-client.ts';
import { authErrorMessage } from './auth-error-message.ts';
import { adoptLinkedSession } from './session/session-store.ts';

/** The parameters of a link from our messages: `/auth?token_hash=…&type=recovery|invite`. */
export interface MailLink {
  token_hash: string;
  type: 'recovery' | 'invite';
}

export function readMailLink(search: URLSearchParams): MailLink | null {
  const token_hash = search.get('token_hash');
  const type = search.get('type');
  if (!token_hash || (type !== 'recovery' && type !== 'invite')) return null;
  return { token_hash, type };
}

/** `expired`: used, too old or incomplete. `unreachable`: no response, so it is still valid. */
export type MailLinkError =
  | { kind: 'expired' }
  | { kind: 'unreachable' }
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
  if (!error?.status || error.status >= 500) return { kind: 'unreachable' };
  if (error.code === 'otp_expired' || error.code === 'validation_failed') return { kind: 'expired' };
  return { kind: 'other', message: authErrorMessage(error, error.message) };
}
