// GET /verify for links, POST /verify for codes.
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import {
  type ConsumedOneTimeToken,
  deleteOneTimeTokens,
  type OneTimeTokenType,
  consumeOneTimeCode,
  consumeOneTimeToken,
} from '../messages/one-time-tokens.ts';
import { clearCredentialsIfUnverified, markVerified } from '../accounts/mark-verified.ts';
import { confirmEmailChange, confirmPhoneChange } from '../user/email-or-phone-change.ts';
import { emailExistsError, isEmailOrPhoneTaken } from '../accounts/sign-up-errors.ts';
import { type UserRow, findUser, requireNotBanned } from '../accounts/user-row.ts';
import { z } from 'zod';
import { BackendError } from '../../errors/backend-error.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { padResponseTime } from '../http/prevent-enumeration.ts';
import { consumeConfiguredLimit, wrongOneTimeCodePerRecipientLimit } from '../rate-limits.ts';
import { type SessionWithUser, createSessionJson } from '../sessions/create-session-json.ts';
import { sessionOriginOf, startSession } from '../sessions/session.ts';
import { limitCodeGuess } from '../sessions/slow-down-guesses.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { normaliseEmail, normalisePhone } from '../accounts/email-or-phone.ts';
import { issueAuthCode } from '../sessions/flow-state.ts';
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithSession,
  resolveRedirectUrl,
} from '../http/redirect.ts';

/**
 * Undefined if the token no longer applies, or if it was sent by mail and is used for a phone, or the reverse; "half"
 * for the first of two confirmations. Throws 403 user_banned, 422 email_exists.
 */
async function applyVerification(
  db: Queryable,
  token: ConsumedOneTimeToken,
  by: 'mail' | 'phone',
  deps: AuthDeps,
): Promise<UserRow | 'half' | undefined> {
  // Confirmations by mail and by SMS share a type.
  if (token.relatesTo.includes('@') !== (by === 'mail')) return undefined;
  const user = await findUser(db, token.userId);
  if (!user) return undefined;
  requireNotBanned(user);
  const outcome = await apply(db, token, user, deps);
  if (outcome !== true) return outcome === 'half' ? 'half' : undefined;
  return findUser(db, user.id);
}

async function apply(
  db: Queryable,
  token: ConsumedOneTimeToken,
  user: UserRow,
  deps: AuthDeps,
): Promise<boolean | 'half'> {
  switch (token.type) {
    case 'confirmation_token':
    case 'recovery_token':
      return signIn(db, token, user, deps);
    case 'email_change_token_current':
    case 'email_change_token_new':
      return changeEmail(db, token, user);
    case 'phone_change_token':
      return confirmPhoneChange(db, user.id, token.relatesTo);
    case 'reauthentication_token':
      return false;
  }
}

async function signIn(
  db: Queryable,
  token: ConsumedOneTimeToken,
  user: UserRow,
  deps: AuthDeps,
): Promise<boolean> {
  const byPhone = token.relatesTo === user.phone;
  if (!byPhone && token.relatesTo !== user.email) return false;
  // Only the confirmation of a sign-up proves who set the password.
  const ownSignUp = token.type === 'confirmation_token' && !user.invited_at;
  // If emails need no confirmation, an unverified account is normal.
  const suspicious = !user.confirmed_at || deps.config.email.enable_confirmations;
  if (!ownSignUp && suspicious) await clearCredentialsIfUnverified(db, user.id);
  await markVerified(db, user.id, byPhone ? 'phone' : 'email');
  await deleteOneTimeTokens(db, user.id, ['confirmation_token', 'recovery_token']);
  return true;
}

async function changeEmail(
  db: Queryable,
  token: ConsumedOneTimeToken,
  user: UserRow,
): Promise<boolean | 'half'> {
  const expected = token.type === 'email_change_token_new' ? user.email_change : user.email;
  if (token.relatesTo !== expected) return false;
  try {
    return await confirmEmailChange(db, user.id);
  } catch (error) {
    if (!isEmailOrPhoneTaken(error)) throw error;
    throw emailExistsError();
  }
}

const mailTypes: Record<string, readonly OneTimeTokenType[]> = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  // The client does not know whether the message confirmed a new account.
  email: ['confirmation_token', 'recovery_token'],
};

const phoneTypes: Record<string, readonly OneTimeTokenType[]> = {
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token'],
};

/** The token types for a `type` of /verify; undefined for an unknown one. */
function tokenTypes(type: string): { by: 'mail' | 'phone'; types: readonly OneTimeTokenType[] } | undefined {
  if (Object.hasOwn(mailTypes, type)) return { by: 'mail', types: mailTypes[type] ?? [] };
  if (Object.hasOwn(phoneTypes, type)) return { by: 'phone', types: phoneTypes[type] ?? [] };
  return undefined;
}

const firstConfirmationAccepted =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const verifySchema = z.object({
  type: z.string().nullish(),
  token: z.string().nullish(),
  token_hash: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
});

type Consume = (client: Queryable) => Promise<ConsumedOneTimeToken | undefined>;

/** Accepts a code, or the token of a link. */
export async function handleVerifyPost(request: Request, deps: AuthDeps): Promise<Response> {
  await consumeConfiguredLimit('token_verifications', request, deps);
  const body = await readAuthBody(request, verifySchema);
  const kind = tokenTypes(body.type ?? '');
  if (!body.type) throw validationFailedError('Verify requires a verification type');
  if (!kind) throw validationFailedError('Unsupported verification type');
  const { token, token_hash: hash, email, phone } = body;
  if (Boolean(token) === Boolean(hash)) {
    throw validationFailedError('Verify requires either a token or a token hash');
  }
  if (hash) {
    if (email || phone) throw validationFailedError('Only the token_hash and type should be provided');
    return finish(request, kind.by, (client) => consumeOneTimeToken(client, hash, kind.types), deps);
  }
  const [given, other] = kind.by === 'phone' ? [phone, email] : [email, phone];
  if (!given || other)
    throw validationFailedError('Only an email address or phone number should be provided on verify');
  const relatesTo = kind.by === 'phone' ? normalisePhone(given) : normaliseEmail(given);
  await limitCodeGuess(relatesTo, request, deps);
  const code = (token ?? '').trim();
  const consume: Consume = (client) => consumeOneTimeCode(client, relatesTo, code, kind.types, deps);
  const response = await finish(request, kind.by, consume, deps);
  await deps.limits.refund(wrongOneTimeCodePerRecipientLimit, relatesTo);
  return response;
}

async function finish(
  request: Request,
  by: 'mail' | 'phone',
  consume: Consume,
  deps: AuthDeps,
): Promise<Response> {
  const result = await padResponseTime(() =>
    runInTransaction<SessionWithUser | BackendError | { code: string; msg: string }>(
      deps.pool,
      async (client) => {
        const consumed = await consume(client);
        const user = consumed && (await applyVerification(client, consumed, by, deps));
        // Returned, because the count of wrong codes must be committed.
        if (!user) return authError(403, 'otp_expired', 'Token has expired or is invalid');
        if (user === 'half') return { code: '200', msg: firstConfirmationAccepted };
        return startSession(client, user.id, 'otp', sessionOriginOf(request, deps));
      },
    ),
  );
  if (result instanceof BackendError) throw result;
  return jsonResponse('session' in result ? await createSessionJson(result, deps) : result);
}

/** Not a 2xx, so that a browser which prefetched requests it again for the user. */
const tooEarly = 425;

/** Redirects with a session, a PKCE code or an error. HEAD and prefetches consume nothing. */
export async function handleVerifyLink(request: Request, deps: AuthDeps): Promise<Response> {
  if (isPrefetch(request))
    return new Response(null, { status: tooEarly, headers: { 'cache-control': 'no-store' } });
  await consumeConfiguredLimit('token_verifications', request, deps);
  const query = new URL(request.url).searchParams;
  const token = query.get('token') || query.get('token_hash') || '';
  const type = query.get('type') ?? '';
  const kind = tokenTypes(type);
  if (token === '') throw validationFailedError('Verify requires a token or a token hash');
  if (type === '') throw validationFailedError('Verify requires a verification type');
  if (kind?.by !== 'mail') throw validationFailedError('Unsupported verification type');
  const target = resolveRedirectUrl(request, deps.config);
  try {
    const result = await runInTransaction(deps.pool, async (client) => {
      const consumed = await consumeOneTimeToken(client, token, kind.types);
      const user = consumed && (await applyVerification(client, consumed, 'mail', deps));
      if (!user) throw authError(403, 'otp_expired', 'Email link is invalid or has expired');
      if (user === 'half') return redirectWithMessage(target, firstConfirmationAccepted);
      if (consumed.flowId !== null) {
        const code = await issueAuthCode(client, consumed.flowId, user.id);
        if (code === undefined) throw authError(403, 'otp_expired', 'Email link is invalid or has expired');
        return redirectWithCode(target, code);
      }
      return startSession(client, user.id, 'otp', sessionOriginOf(request, deps));
    });
    if (result instanceof Response) return result;
    return redirectWithSession(target, await createSessionJson(result, deps), type);
  } catch (error) {
    if (!(error instanceof BackendError) || error.status >= 500) throw error;
    return redirectWithError(target, error, token.startsWith('pkce_'));
  }
}

function isPrefetch({ method, headers }: Request): boolean {
  return (
    method === 'HEAD' || /prefetch|prerender/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
  );
}
