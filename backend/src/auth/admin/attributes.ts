// The user attributes that an admin request may set: schema, password hash, ban duration.
import { z } from 'zod';
import { validationFailedError } from '../http/errors.ts';
import { hashPassword, isPasswordHash } from '../accounts/password-hash.ts';
import { passwordOwnerOf, requireStrongPassword } from '../accounts/password-strength.ts';
import type { AuthDeps } from '../deps.ts';
import { parseGoDuration } from '../message-config.ts';
import { normaliseEmail, normalisePhone } from '../accounts/email-or-phone.ts';
import {
  userMetadataSchema,
  requireMetadataWithinLimit,
  type UserMetadata,
  type UserRow,
} from '../accounts/user-row.ts';

export const adminUserAttributesSchema = z.object({
  id: z.uuid().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
  password: z.string().nullish(),
  password_hash: z.string().max(300).nullish(),
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: userMetadataSchema.nullish(),
  app_metadata: userMetadataSchema.nullish(),
  ban_duration: z.string().max(40).nullish(),
  // Becomes the claim that sets the database role of requests.
  role: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be the name of a role')
    .nullish(),
});

/** Email and phone are normalised; undefined means unchanged. */
export interface AdminUserAttributes {
  email: string | undefined;
  phone: string | undefined;
  passwordHash: string | undefined;
  emailConfirmed: boolean;
  phoneConfirmed: boolean;
  userMetadata: UserMetadata | undefined;
  appMetadata: UserMetadata | undefined;
  /** Seconds; 0 lifts a ban. */
  banS: number | undefined;
  role: string | undefined;
}

/** Also hashes a new password. Throws 400 validation_failed or 422 weak_password. */
export async function parseAdminUserAttributes(
  given: z.output<typeof adminUserAttributesSchema>,
  deps: AuthDeps,
  existing?: UserRow,
): Promise<AdminUserAttributes> {
  const { email, phone, user_metadata: userMetadata, app_metadata: appMetadata, ban_duration: ban } = given;
  for (const metadata of [userMetadata, appMetadata]) {
    if (metadata) requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(metadata)));
  }
  return {
    email: email ? normaliseEmail(email) : undefined,
    phone: phone ? normalisePhone(phone) : undefined,
    passwordHash: await readPasswordHash(given, deps, existing),
    emailConfirmed: given.email_confirm ?? false,
    phoneConfirmed: given.phone_confirm ?? false,
    userMetadata: userMetadata ?? undefined,
    appMetadata: appMetadata ?? undefined,
    banS: ban ? readDuration(ban) : undefined,
    role: given.role ?? undefined,
  };
}

async function readPasswordHash(
  given: z.output<typeof adminUserAttributesSchema>,
  deps: AuthDeps,
  existing: UserRow | undefined,
): Promise<string | undefined> {
  const { password, password_hash: hash, email, phone, user_metadata: data } = given;
  if (password && hash) throw validationFailedError('Only a password or a password hash should be provided');
  if (hash && !isPasswordHash(hash)) {
    throw validationFailedError('password_hash must be a bcrypt or argon2 hash, e.g. $2a$10$…');
  }
  if (hash) return hash;
  if (!password) return undefined;
  requireStrongPassword(password, deps.config, passwordOwnerOf(existing, { email, phone, data }));
  return hashPassword(password);
}

const maxDurationS = 200 * 365 * 86_400;

/** Seconds of a Go duration; "none" is 0. */
function readDuration(text: string): number {
  const seconds = text === 'none' ? 0 : parseGoDuration(text);
  if (seconds === undefined || seconds > maxDurationS) {
    throw validationFailedError('invalid format for ban duration: use none, or a duration such as "24h"');
  }
  return seconds;
}
