// PUT /user: changes the caller's own password, metadata, email, phone.
import { DatabaseError } from 'pg';
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { requireAal2ForCredentialChange, type SignedInUser, requireUser } from '../sessions/require-user.ts';
import { codeChallengeFields, type CodeChallenge, readCodeChallenge } from '../sessions/flow-state.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError } from '../http/errors.ts';
import { enqueueAccountNotice } from '../messages/enqueue-account-notice.ts';
import { deleteOneTimeTokens, consumeOneTimeCode } from '../messages/one-time-tokens.ts';
import { checkPassword } from '../sessions/check-password.ts';
import { hashPassword, verifyPassword } from '../accounts/password-hash.ts';
import { passwordOwnerOf, requireStrongPassword } from '../accounts/password-strength.ts';
import { accountUpdateLimit, wrongOneTimeCodePerRecipientLimit } from '../rate-limits.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import {
  userMetadataSchema,
  requireMetadataWithinLimit,
  type UserMetadata,
  findUser,
  type UserRow,
} from '../accounts/user-row.ts';
import { userJson } from '../accounts/user-json.ts';
import { emailExistsError, isEmailOrPhoneTaken } from '../accounts/sign-up-errors.ts';
import { resolveRedirectUrl } from '../http/redirect.ts';
import { consumeMailLimit, consumeSmsLimit } from '../messages/consume-message-limit.ts';
import { normaliseEmail, normalisePhone, requirePhoneSignInEnabled } from '../accounts/email-or-phone.ts';
import { beginEmailChange, storeConfirmedEmail, beginPhoneChange } from './email-or-phone-change.ts';

const dayMs = 86_400_000;

const updateSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: userMetadataSchema.nullish(),
  channel: z.string().nullish(),
  app_metadata: z.unknown().optional(),
  ...codeChallengeFields,
});

type Update = z.output<typeof updateSchema>;

/**
 * Metadata merges shallowly, null deletes a key. A new password ends every other session. A new email or phone takes
 * effect once confirmed.
 */
export async function updateOwnUser(request: Request, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  const { user } = signedIn;
  await deps.limits.consume(accountUpdateLimit, user.id);
  const update = await readAuthBody(request, updateSchema);
  if (update.email || update.phone || update.password) requireAal2ForCredentialChange(signedIn);
  if (update.app_metadata !== undefined && update.app_metadata !== null) {
    throw authError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  requireMetadataWithinLimit(sizeOfSetKeys(update.data ?? {}));
  await requireCurrentPassword(update, signedIn, request, deps);
  const change = await readEmailOrPhoneChange(request, update, user, deps);
  const passwordHash = await newPasswordHash(update, signedIn, deps);
  const deferredSends: (() => void | Promise<void>)[] = [];
  const changed = await runInTransaction(deps.pool, async (client) => {
    if (passwordHash !== undefined) await storePassword(client, signedIn, passwordHash);
    if (update.data) await mergeMetadata(client, user.id, update.data);
    deferredSends.push(...(await applyEmailOrPhoneChange(client, change, deps)));
    const updated = await findUser(client, user.id);
    // No notice for the first password of an account, because it replaces none.
    if (updated && passwordHash !== undefined && user.encrypted_password) {
      await enqueueAccountNotice(client, 'password_changed', updated, deps);
    }
    return updated;
  }).catch((error: unknown) => {
    throw toUpdateError(error);
  });
  if (!changed) throw authError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  for (const send of deferredSends) await send();
  deps.mail.wake();
  return jsonResponse(userJson(changed));
}

/**
 * Checks the current password where it is given with a new password or email. Throws 400 current_password_required if
 * config.toml requires one and it is missing: someone who finds an open session must not be able to take over the
 * account. Accounts without a password are exempt.
 */
async function requireCurrentPassword(
  { current_password: current, password, email }: Update,
  signedIn: SignedInUser,
  request: Request,
  deps: AuthDeps,
): Promise<void> {
  const { user } = signedIn;
  const { require_current_password, require_current_password_for_email } = deps.config.email;
  const hasNewPassword = password !== null && password !== undefined;
  const hasNewEmail = Boolean(email) && require_current_password_for_email && isNewEmail(email, user);
  if (current && (hasNewPassword || hasNewEmail)) {
    const name = user.email || user.phone || user.id;
    if (await checkPassword(current, name, async () => user, request, deps)) return;
    throw authError(400, 'current_password_invalid', 'The current password is wrong');
  }
  if (!user.encrypted_password) return;
  const isRequired = (hasNewPassword && require_current_password) || hasNewEmail;
  if (!isRequired || (await hasJustUsedLink(signedIn, deps))) return;
  const what = hasNewPassword && require_current_password ? 'setting new password' : 'changing email address';
  throw authError(400, 'current_password_required', `Current password required when ${what}.`);
}

function isNewEmail(email: string | null | undefined, user: UserRow): boolean {
  return Boolean(email) && normaliseEmail(email ?? '') !== user.email;
}

async function newPasswordHash(
  { password, current_password: current, nonce, email, phone, data }: Update,
  { user, sessionStartedAt }: SignedInUser,
  deps: AuthDeps,
): Promise<string | undefined> {
  if (password === null || password === undefined) return undefined;
  requireStrongPassword(password, deps.config, passwordOwnerOf(user, { email, phone, data }));
  const isRecentSession = sessionStartedAt !== undefined && Date.now() - sessionStartedAt.getTime() < dayMs;
  // Before the next check, which would tell whoever found an old session open whether a guess is the password.
  if (deps.config.email.secure_password_change && !isRecentSession && !current) {
    if (!nonce) throw authError(400, 'reauthentication_needed', 'Password update requires reauthentication');
    if (!(await consumeNonce(user, nonce, deps))) {
      throw authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    }
  }
  if (user.encrypted_password && (await verifyPassword(password, user.encrypted_password))) {
    throw authError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

async function storePassword(db: Queryable, signedIn: SignedInUser, passwordHash: string): Promise<void> {
  const { user, sessionId } = signedIn;
  await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    user.id,
    passwordHash,
  ]);
  await db.query('delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid', [
    user.id,
    sessionId ?? null,
  ]);
  // An earlier link must not undo the change.
  await deleteOneTimeTokens(db, user.id, ['recovery_token', 'reauthentication_token']);
}

/** Bytes without the keys that null deletes: what is stored afterwards is at least as large. */
function sizeOfSetKeys(data: UserMetadata): number {
  const set = Object.entries(data).filter(([, value]) => value !== null);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(set)));
}

async function mergeMetadata(db: Queryable, userId: string, data: UserMetadata): Promise<void> {
  const deleted = Object.keys(data).filter((key) => data[key] === null);
  const { rows } = await db.query<{ bytes: number }>(
    `update auth.users
     set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[], updated_at = now()
     where id = $1
     returning octet_length(raw_user_meta_data::text) as bytes`,
    [userId, JSON.stringify(data), deleted],
  );
  requireMetadataWithinLimit(rows[0]?.bytes ?? 0);
}

/** An exception of the project's trigger is returned with its message. */
function toUpdateError(error: unknown): unknown {
  if (isEmailOrPhoneTaken(error)) return emailExistsError();
  if (error instanceof DatabaseError && error.code === 'P0001') {
    return authError(422, 'validation_failed', error.message);
  }
  return error;
}

/** Whether the nonce from GET /reauthenticate is right. A wrong one counts towards the limit. */
async function consumeNonce(user: UserRow, nonce: string, deps: AuthDeps): Promise<boolean> {
  // Not the counter of the address: whoever guesses the codes of others would use it up.
  const key = `nonce ${user.id}`;
  await deps.limits.consume(wrongOneTimeCodePerRecipientLimit, key);
  const types = ['reauthentication_token'] as const;
  const found = await runInTransaction(deps.pool, (client) =>
    consumeOneTimeCode(client, user.email || user.phone || '', nonce, types, deps),
  );
  if (found?.userId !== user.id) return false;
  await deps.limits.refund(wrongOneTimeCodePerRecipientLimit, key);
  return true;
}

/** Time after a sign-in by an emailed or texted link or code in which no current password is needed. */
const recoveryWindow = '1 hour';

async function hasJustUsedLink({ sessionId }: SignedInUser, deps: AuthDeps): Promise<boolean> {
  const { rowCount } = await deps.pool.query(
    `select from auth.mfa_amr_claims
     where session_id = $1::uuid and authentication_method in ('otp', 'magiclink', 'recovery')
       and created_at > now() - interval '${recoveryWindow}'`,
    [sessionId ?? null],
  );
  return Boolean(rowCount);
}

/** Normalised; undefined where unchanged. */
interface EmailOrPhoneChange {
  user: UserRow;
  newEmail: string | undefined;
  newPhone: string | undefined;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
}

/** Throws 400 for a wrong form, 429 for too many messages. */
async function readEmailOrPhoneChange(
  request: Request,
  fields: Update,
  user: UserRow,
  deps: AuthDeps,
): Promise<EmailOrPhoneChange> {
  const email = fields.email ? normaliseEmail(fields.email) : user.email;
  const phone = fields.phone ? normalisePhone(fields.phone) : user.phone;
  const newEmail = email && email !== user.email ? email : undefined;
  const newPhone = phone && phone !== user.phone ? phone : undefined;
  const challenge = readCodeChallenge(fields);
  if (newEmail) await consumeMailLimit(request, newEmail, 'email_change', deps);
  if (newPhone) {
    requirePhoneSignInEnabled(deps);
    await consumeSmsLimit(request, newPhone, 'phone_change', deps);
  }
  return { user, newEmail, newPhone, challenge, redirectTo: resolveRedirectUrl(request, deps.config) };
}

/** Returns callbacks that send the messages after the commit. */
async function applyEmailOrPhoneChange(
  db: Queryable,
  { user, newEmail, newPhone, ...links }: EmailOrPhoneChange,
  deps: AuthDeps,
): Promise<(() => void | Promise<void>)[]> {
  const deferredSends: (() => void | Promise<void>)[] = [];
  if (newEmail && user.is_anonymous && !deps.config.email.enable_confirmations) {
    // If emails need no confirmation, an anonymous account gets its first email at once.
    await storeConfirmedEmail(db, user.id, newEmail);
  } else if (newEmail) {
    deferredSends.push(await beginEmailChange(db, { user, newEmail, ...links }, deps));
  }
  if (newPhone) deferredSends.push(await beginPhoneChange(db, user, newPhone, deps));
  return deferredSends;
}
