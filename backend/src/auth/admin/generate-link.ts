// POST /admin/generate_link: returns a link for sign-up, invite, sign-in, recovery or email change.
import { z } from 'zod';
import type { Queryable } from '../../database/database-client.ts';
import type { AuthDeps } from '../deps.ts';
import { runInAccountCreationTransaction } from '../hooks/in-account-creation-transaction.ts';
import { jsonResponse } from '../../errors/json-response.ts';
import { readAuthBody } from '../http/read-body.ts';
import { authError, validationFailedError } from '../http/errors.ts';
import {
  issueEmailLinkToken,
  type VerifyLinkType,
  createActionLink,
} from '../messages/enqueue-account-mail.ts';
import { type IssuedOneTimeToken, issueOneTimeToken } from '../messages/one-time-tokens.ts';
import { hashPassword } from '../accounts/password-hash.ts';
import { requireStrongPassword } from '../accounts/password-strength.ts';
import { parseAllowedRedirectUrl, resolveRedirectUrl } from '../http/redirect.ts';
import { sessionOriginOf } from '../sessions/session.ts';
import { normaliseEmail } from '../accounts/email-or-phone.ts';
import { type AccountIdAllocator, insertUser } from '../accounts/insert-user.ts';
import {
  userMetadataSchema,
  requireMetadataWithinLimit,
  type UserRow,
  findUserByEmail,
} from '../accounts/user-row.ts';
import { emailExistsError } from '../accounts/sign-up-errors.ts';
import { userJson } from '../accounts/user-json.ts';
import { throwAdminError, requireExistingUser } from './require-existing-user.ts';
import { createOrReinviteUser } from './invite.ts';

const linkSchema = z.object({
  type: z.enum(
    ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'],
    'must be signup, invite, magiclink, recovery, email_change_current or email_change_new',
  ),
  email: z.string(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: userMetadataSchema.nullish(),
  redirect_to: z.string().nullish(),
});

type LinkFields = z.output<typeof linkSchema>;

interface GeneratedLink {
  user: UserRow;
  issued: IssuedOneTimeToken;
  /** `type` of GET /verify. */
  type: VerifyLinkType;
}

/** Returns the link for an administrator to deliver; sends no mail. */
export async function generateLink(request: Request, deps: AuthDeps): Promise<Response> {
  const fields = await readAuthBody(request, linkSchema);
  const email = normaliseEmail(fields.email);
  requireMetadataWithinLimit(Buffer.byteLength(JSON.stringify(fields.data ?? {})));
  const redirectTo =
    (fields.redirect_to && parseAllowedRedirectUrl(fields.redirect_to, deps.config)) ||
    resolveRedirectUrl(request, deps.config);
  const passwordHash = await hashSignUpPassword(fields, deps);
  const { ip } = sessionOriginOf(request, deps);
  const { user, issued, type } = await runInAccountCreationTransaction(
    ip,
    deps,
    async (client, allowCreation) => {
      const link = await createLink(client, { fields, email, passwordHash, redirectTo, allowCreation }, deps);
      return { ...link, user: await requireExistingUser(link.user.id, deps, client) };
    },
  ).catch(throwAdminError);
  return jsonResponse({
    ...userJson(user),
    action_link: createActionLink(issued.token, { type, redirectTo }, deps),
    email_otp: issued.code,
    hashed_token: issued.token,
    verification_type: fields.type,
    redirect_to: redirectTo,
  });
}

interface LinkParameters {
  fields: LinkFields;
  email: string;
  /** For a sign-up with a password. */
  passwordHash: string | null;
  redirectTo: string;
  allowCreation: AccountIdAllocator;
}

/** Runs before the transaction, because hashing may queue and must not hold a connection. */
async function hashSignUpPassword(fields: LinkFields, deps: AuthDeps): Promise<string | null> {
  const { type, password } = fields;
  if (!password || (type !== 'signup' && type !== 'magiclink')) return null;
  requireStrongPassword(password, deps.config, fields);
  return hashPassword(password);
}

async function createLink(db: Queryable, parameters: LinkParameters, deps: AuthDeps): Promise<GeneratedLink> {
  const { fields, email, redirectTo } = parameters;
  const { type } = fields;
  if (type === 'email_change_current' || type === 'email_change_new') {
    return createEmailChangeLink(db, type, await requireByEmail(db, email), fields.new_email, deps);
  }
  const user = await accountForLink(db, parameters, deps);
  // For a new account a magic link confirms the sign-up.
  const kind = type === 'magiclink' && !user.confirmed_at ? 'signup' : type;
  const issued = await issueEmailLinkToken(db, { type: kind, user, redirectTo, challenge: undefined }, deps);
  return { user, issued, type: kind };
}

async function accountForLink(
  db: Queryable,
  { fields, email, passwordHash, allowCreation }: LinkParameters,
  deps: AuthDeps,
): Promise<UserRow> {
  const { type, password, data } = fields;
  if (type === 'recovery') return requireByEmail(db, email);
  if (type === 'invite') return createOrReinviteUser(db, { email, data: data ?? {}, allowCreation }, deps);
  const known = await findUserByEmail(db, email);
  if (known && type === 'magiclink') return known;
  if (known?.confirmed_at) throw emailExistsError();
  if (type === 'signup' && !password) throw validationFailedError('Signup requires a valid password');
  if (known) {
    await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      known.id,
      passwordHash,
    ]);
    return known;
  }
  const account = { email, passwordHash, data: data ?? {}, byAdmin: true, confirmed: false };
  return requireExistingUser(await insertUser(db, account, allowCreation), deps, db);
}

async function createEmailChangeLink(
  db: Queryable,
  type: 'email_change_current' | 'email_change_new',
  user: UserRow,
  newEmail: string | null | undefined,
  deps: AuthDeps,
): Promise<GeneratedLink> {
  if (!newEmail) throw validationFailedError('new_email is required for a change of address');
  const address = normaliseEmail(newEmail);
  if (await findUserByEmail(db, address)) throw emailExistsError();
  const double = deps.config.email.double_confirm_changes;
  if (user.email_change !== address) {
    await db.query(
      `update auth.users
       set email_change = $2, email_change_sent_at = now(), email_change_confirm_status = $3, updated_at = now()
       where id = $1`,
      [user.id, address, double ? 0 : 1],
    );
  }
  const isNew = type === 'email_change_new';
  const issued = await issueOneTimeToken(
    db,
    {
      userId: user.id,
      type: isNew ? 'email_change_token_new' : 'email_change_token_current',
      relatesTo: isNew ? address : (user.email ?? ''),
    },
    deps,
  );
  return { user, issued, type: 'email_change' };
}

async function requireByEmail(db: Queryable, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw authError(404, 'user_not_found', 'User with this email not found');
  return user;
}
