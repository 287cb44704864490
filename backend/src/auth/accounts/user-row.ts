// A user as the tables of auth store it.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import { authError } from '../http/errors.ts';

export type UserMetadata = Record<string, unknown>;

export interface IdentityRow {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: UserMetadata;
  provider: string;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string | null;
  updated_at: string | null;
}

/** Without secrets. */
export interface FactorSummary {
  id: string;
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
  status: 'unverified' | 'verified';
  friendly_name: string | null;
  factor_type: string;
  phone: string | null;
}

/** Timestamps as the driver gives them. */
export interface UserRow {
  id: string;
  aud: string | null;
  role: string | null;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: UserMetadata | null;
  raw_user_meta_data: UserMetadata | null;
  created_at: Date | null;
  updated_at: Date | null;
  phone: string | null;
  phone_change: string | null;
  phone_confirmed_at: Date | null;
  /** The driver gives 'infinity' as a number. */
  banned_until: Date | number | null;
  is_sso_user: boolean;
  is_anonymous: boolean;
  identities: IdentityRow[];
  factors: FactorSummary[];
}

const userColumns = `
  u.id, u.aud, u.role, u.email, u.encrypted_password, u.email_confirmed_at, u.confirmed_at, u.invited_at,
  u.confirmation_sent_at, u.recovery_sent_at, u.email_change, u.email_change_sent_at, u.reauthentication_sent_at,
  u.last_sign_in_at, u.raw_app_meta_data, u.raw_user_meta_data, u.created_at, u.updated_at, u.phone, u.phone_change,
  u.phone_confirmed_at, u.banned_until, u.is_sso_user, u.is_anonymous,
  coalesce(
    (select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]'
  ) as identities,
  -- Never whole rows: a factor's row holds its secret.
  coalesce(
    (select jsonb_agg(
       jsonb_build_object(
         'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
         'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', f.phone,
         'last_challenged_at', f.last_challenged_at)
       order by f.created_at, f.id)
     from auth.mfa_factors f where f.user_id = u.id), '[]'
  ) as factors`;

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const text = `select ${userColumns} from auth.users u where u.id = $1 and u.deleted_at is null`;
  return (await db.query<UserRow>(text, [id])).rows[0];
}

/** Throws 500 unexpected_failure if the account does not exist. */
export async function loadUser(db: Queryable, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (user) return user;
  throw authError(500, 'unexpected_failure', 'Database error loading user');
}

/** Expects a normalised email. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const text = `
    select ${userColumns} from auth.users u
    where u.email = $1 and not u.is_sso_user and u.deleted_at is null`;
  return (await db.query<UserRow>(text, [email])).rows[0];
}

/** Expects digits. */
export async function findUserByPhone(db: Queryable, phone: string): Promise<UserRow | undefined> {
  const text = `select ${userColumns} from auth.users u where u.phone = $1 and u.deleted_at is null`;
  return (await db.query<UserRow>(text, [phone])).rows[0];
}

/** Newest first. */
export async function selectUsers(
  db: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ users: UserRow[]; total: number }> {
  const { rows: users } = await db.query<UserRow>(
    `select ${userColumns} from auth.users u where u.deleted_at is null
     order by u.created_at desc, u.id limit $1 offset $2`,
    [limit, offset],
  );
  const counted = await db.query<{ total: number }>(
    'select count(*)::int as total from auth.users where deleted_at is null',
  );
  return { users, total: counted.rows[0]?.total ?? 0 };
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && Number(user.banned_until) > Date.now();
}

export function requireNotBanned(user: UserRow): void {
  if (isBanned(user)) throw authError(403, 'user_banned', 'User is banned');
}

export const userMetadataSchema = z.record(z.string(), z.unknown());

/**
 * Metadata is part of every access token: if it exceeded the limit of request headers, the account would be locked out.
 */
const maxMetadataBytes = 8 * 1024;

/** Takes the size of the JSON; throws 422 validation_failed. */
export function requireMetadataWithinLimit(bytes: number): void {
  if (bytes <= maxMetadataBytes) return;
  throw authError(
    422,
    'validation_failed',
    'The user metadata is larger than 8 KB: it travels in every access token',
  );
}
