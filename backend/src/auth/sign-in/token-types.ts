import type { OneTimeTokenType } from '../messages/issue-token.ts';

const MAIL_TYPES: Record<string, readonly OneTimeTokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  // The client does not know whether the message confirmed a new account.
  email: ['confirmation_token', 'recovery_token'],
};

const PHONE_TYPES: Record<string, readonly OneTimeTokenType[]> = {
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

/** For a `type` of /verify; undefined for an unknown one. */
export function tokenTypes(
  type: string,
): { by: 'mail' | 'phone'; types: readonly OneTimeTokenType[] } | undefined {
  if (Object.hasOwn(MAIL_TYPES, type)) return { by: 'mail', types: MAIL_TYPES[type] ?? [] };
  if (Object.hasOwn(PHONE_TYPES, type)) return { by: 'phone', types: PHONE_TYPES[type] ?? [] };
  return undefined;
}
