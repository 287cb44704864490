import { DatabaseError } from 'pg';
import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { requireFactorForChange } from '../factors/assurance.ts';
import { answerJson } from '../http/answer.ts';
import { readBody } from '../http/read-body.ts';
import { refusal } from '../http/refuse.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { requireStrength } from '../passwords/password-strength.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import { accountUpdate } from '../rate-rules.ts';
import { type SignedIn, requireUser } from '../sessions/require-user.ts';
import { normaliseEmail } from './email-address.ts';
import { inTransaction } from './in-transaction.ts';
import { metadataSchema, requireSmallMetadata } from './metadata.ts';
import { userJson } from './user-json.ts';
import { type Metadata, type Queryable, type UserRow, findUser } from './user-row.ts';

const DAY_MS = 86_400_000;

const updateSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: z.string().nullish(),
  data: metadataSchema.nullish(),
  app_metadata: z.unknown().optional(),
});

type Update = z.output<typeof updateSchema>;

/**
 * PUT /user: changes password and metadata of the bearer's account. Metadata merges shallowly, null deletes a key. A
 * new password ends every other session. New addresses need a message to prove them, which comes with mail.
 */
export async function updateUser(request: Request, deps: AuthDeps): Promise<Response> {
  const signedIn = await requireUser(request, deps);
  await deps.limits.spend(accountUpdate, signedIn.user.id);
  const update = await readBody(request, updateSchema);
  if (update.email || update.phone || update.password) requireFactorForChange(signedIn);
  refuseUnavailable(update, signedIn.user);
  const passwordHash = await newPasswordHash(update, signedIn, deps);
  const user = await inTransaction(deps.pool, async (client) => {
    if (passwordHash !== undefined) await storePassword(client, signedIn, passwordHash);
    if (update.data) await mergeMetadata(client, signedIn.user.id, update.data);
    return findUser(client, signedIn.user.id);
  }).catch(explainRefusal);
  if (!user) throw refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  return answerJson(userJson(user));
}

function refuseUnavailable(update: Update, user: UserRow): void {
  if (update.app_metadata !== undefined && update.app_metadata !== null) {
    throw refusal(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  }
  if (update.email && normaliseEmail(update.email) !== user.email) {
    throw refusal(
      422,
      'email_provider_disabled',
      'A new e-mail address must be confirmed by mail, and this server does not send mail yet',
    );
  }
  if (update.phone && update.phone !== user.phone) {
    throw refusal(422, 'phone_provider_disabled', 'Phone numbers are not available on this server');
  }
}

async function newPasswordHash(
  update: Update,
  signedIn: SignedIn,
  deps: AuthDeps,
): Promise<string | undefined> {
  const { password, current_password: current } = update;
  if (password === null || password === undefined) return undefined;
  const { user, sessionStartedAt } = signedIn;
  requireStrength(password, deps.config);
  const proved = current ? await verifyPassword(current, user.encrypted_password) : undefined;
  if (proved === false) throw refusal(400, 'current_password_invalid', 'The current password is wrong');
  const fresh = sessionStartedAt !== undefined && Date.now() - sessionStartedAt.getTime() < DAY_MS;
  if (deps.config.email.secure_password_change && !fresh && !proved) {
    if (update.nonce) throw refusal(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    throw refusal(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if (user.encrypted_password && (await verifyPassword(password, user.encrypted_password))) {
    throw refusal(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(password);
}

async function storePassword(db: Queryable, signedIn: SignedIn, passwordHash: string): Promise<void> {
  const { user, sessionId } = signedIn;
  await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
    user.id,
    passwordHash,
  ]);
  await db.query('delete from auth.sessions where user_id = $1 and id is distinct from $2::uuid', [
    user.id,
    sessionId ?? null,
  ]);
}

async function mergeMetadata(db: Queryable, userId: string, data: Metadata): Promise<void> {
  const deleted = Object.keys(data).filter((key) => data[key] === null);
  const { rows } = await db.query<{ bytes: number }>(
    `update auth.users
     set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $2::jsonb) - $3::text[], updated_at = now()
     where id = $1
     returning octet_length(raw_user_meta_data::text) as bytes`,
    [userId, JSON.stringify(data), deleted],
  );
  requireSmallMetadata(rows[0]?.bytes ?? 0);
}

/** A trigger of the project may refuse a change in its own words. */
function explainRefusal(error: unknown): never {
  if (error instanceof DatabaseError && error.code === 'P0001') {
    throw refusal(422, 'validation_failed', error.message);
  }
  throw error;
}
