// Endpoints of the admin API that create, change or delete a user.
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody, readOptionalAuthBody } from '../http/read-body.ts';
import { updateProvidersInAppMetadata } from '../providers/external-identity.ts';
import { runInTransaction } from '../accounts/in-transaction.ts';
import { markVerified } from '../accounts/mark-verified.ts';
import { userJson } from '../accounts/user-json.ts';
import type { UserMetadata, UserRow } from '../accounts/user-row.ts';
import {
  type AdminUserAttributes,
  adminUserAttributesSchema,
  parseAdminUserAttributes,
} from './attributes.ts';
import { throwAdminError, requireExistingUser } from './require-existing-user.ts';
import { generateAccountId } from '../hooks/in-account-creation-transaction.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import { insertUser } from '../accounts/insert-user.ts';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { DatabaseError } from 'pg';

/** Changes apply at once, without confirmation by the owner. */
export async function updateUser(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const existing = await requireExistingUser(id, deps);
  const given = await readAuthBody(request, adminUserAttributesSchema);
  const attributes = await parseAdminUserAttributes(given, deps, existing);
  const user = await runInTransaction(deps.pool, async (client) => {
    await applyAttributes(client, await requireExistingUser(id, deps, client), attributes);
    return requireExistingUser(id, deps, client);
  }).catch((error: unknown) => throwAdminError(error, 'Error updating user'));
  return jsonResponse(userJson(user));
}

/** Metadata merges shallowly and null deletes; a new password ends the account's sessions. */
async function applyAttributes(db: Queryable, user: UserRow, attributes: AdminUserAttributes): Promise<void> {
  const { email, phone, emailConfirmed, phoneConfirmed, userMetadata = {}, appMetadata = {} } = attributes;
  if (email && email !== user.email) await storeEmailOrPhone(db, user.id, 'email', email);
  if (phone && phone !== user.phone) await storeEmailOrPhone(db, user.id, 'phone', phone);
  // An email confirmed by an administrator is treated like one confirmed by message.
  if (emailConfirmed) await markVerified(db, user.id, 'email');
  if (phoneConfirmed) await markVerified(db, user.id, 'phone');
  await db.query(
    `update auth.users
     set encrypted_password = coalesce($2, encrypted_password), role = coalesce($3, role),
       raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || $4::jsonb) - $7::text[],
       raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || $5::jsonb) - $8::text[],
       banned_until = case when $6::float8 is null then banned_until
         when $6 = 0 then null else now() + make_interval(secs => $6) end,
       updated_at = now()
     where id = $1`,
    [
      user.id,
      attributes.passwordHash ?? null,
      attributes.role ?? null,
      JSON.stringify(userMetadata),
      JSON.stringify(appMetadata),
      attributes.banS ?? null,
      nullKeys(userMetadata),
      nullKeys(appMetadata),
    ],
  );
  if (attributes.passwordHash) await db.query('delete from auth.sessions where user_id = $1', [user.id]);
}

function nullKeys(metadata: UserMetadata): string[] {
  return Object.keys(metadata).filter((key) => metadata[key] === null);
}

async function storeEmailOrPhone(
  db: Queryable,
  userId: string,
  kind: 'email' | 'phone',
  value: string,
): Promise<void> {
  await db.query(
    `update auth.users
     set ${kind} = $2::text, ${kind}_change = '', updated_at = now(), ${kind}_confirmed_at = null
       ${kind === 'email' ? ', email_verified_at = null' : ''}
     where id = $1`,
    [userId, value],
  );
  await db.query(
    `insert into auth.identities
       (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     values ($1::text, $1::uuid, jsonb_build_object('sub', $1::text, $3::text, $2::text, $4::text, false), $3, now(),
       now(), now())
     on conflict (provider_id, provider) do update set
       identity_data = identities.identity_data || jsonb_build_object($3::text, $2::text, $4::text, false),
       updated_at = now()`,
    [userId, value, kind, `${kind}_verified`],
  );
  await updateProvidersInAppMetadata(db, userId);
}

/** The project's triggers run, its before_user_created hook does not. */
export async function createUser(request: Request, deps: AuthDeps): Promise<Response> {
  const given = await readAuthBody(request, adminUserAttributesSchema);
  const attributes = await parseAdminUserAttributes(given, deps);
  const { email, phone } = attributes;
  if (!email && !phone) throw validationFailedError('Cannot create a user without either an email or phone');
  const user = await runInTransaction(deps.pool, async (client) => {
    const account = {
      id: given.id ?? undefined,
      // If both are given, the phone is set afterwards.
      ...(email ? { email } : { phone }),
      passwordHash: attributes.passwordHash ?? null,
      data: attributes.userMetadata ?? {},
      byAdmin: true,
      confirmed: email ? attributes.emailConfirmed : attributes.phoneConfirmed,
    };
    const id = await insertUser(client, account, generateAccountId);
    await applyAttributes(client, await requireExistingUser(id, deps, client), {
      ...attributes,
      passwordHash: undefined,
      userMetadata: undefined,
    });
    return requireExistingUser(id, deps, client);
  }).catch((error: unknown) => {
    if ((error as { constraint?: string }).constraint === 'users_pkey') {
      throw authError(422, 'user_already_exists', 'A user with this id has already been registered');
    }
    throwAdminError(error, 'Database error creating new user');
  });
  return jsonResponse(userJson(user));
}

const deleteSchema = z.object({ should_soft_delete: z.boolean().nullish() });

/** A soft deletion keeps the account's row, because other rows refer to it. */
export async function deleteUser(request: Request, id: string, deps: AuthDeps): Promise<Response> {
  const user = await requireExistingUser(id, deps);
  const { should_soft_delete: soft } = await readOptionalAuthBody(request, deleteSchema);
  await runInTransaction(deps.pool, async (client) => {
    if (soft) await softDelete(client, user);
    else await client.query('delete from auth.users where id = $1', [user.id]);
  }).catch(rethrowReferenceError);
  return jsonResponse({});
}

/** Deletes personal data; email and phone can be registered again. */
async function softDelete(db: Queryable, { id, email, phone }: UserRow): Promise<void> {
  await db.query(
    `update auth.users
     set deleted_at = now(), updated_at = now(), email = $2, phone = $3, encrypted_password = null,
       email_change = '', phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}'
     where id = $1`,
    [id, email && anonymize(id, email), phone && anonymize(id, phone)],
  );
  for (const table of ['sessions', 'mfa_factors', 'identities', 'one_time_tokens']) {
    await db.query(`delete from auth.${table} where user_id = $1`, [id]);
  }
}

function anonymize(id: string, value: string): string {
  return createHash('sha256').update(`${id}${value}`).digest('base64url');
}

function rethrowReferenceError(error: unknown): never {
  if (error instanceof DatabaseError && error.code === '23503') {
    const message = 'Rows of the project still refer to this account: remove them first, or delete softly';
    throw authError(409, 'conflict', message);
  }
  throw error;
}
