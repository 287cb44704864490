import { z } from 'zod';
import type { AuthDeps } from '../deps.ts';
import { makingAccount } from '../hooks/before-user-created.ts';
import { answerJson } from '../http/json-response.ts';
import { readBody } from '../http/read-body.ts';
import { refusal, validationFailed } from '../http/errors.ts';
import { requireAdmin } from '../http/require-key.ts';
import { issueLink } from '../messages/prepare-mail.ts';
import { type VerifyType, actionLink } from '../messages/send-mail.ts';
import { type IssuedToken, issueToken } from '../messages/issue-token.ts';
import { hashPassword } from '../accounts/hash-password.ts';
import { requireStrength } from '../accounts/password-strength.ts';
import { allowedRedirect, redirectTarget } from '../http/redirect-target.ts';
import { originOf } from '../sessions/start-session.ts';
import { normaliseEmail } from '../accounts/email-address.ts';
import { type Admit, insertUser } from '../accounts/insert-user.ts';
import { metadataSchema, requireSmallMetadata } from '../accounts/metadata.ts';
import { userJson } from '../accounts/user-json.ts';
import { type Queryable, type UserRow, findUserByEmail } from '../accounts/user-row.ts';
import { explainTaken } from './to-admin-error.ts';
import { requireAccount } from './require-account.ts';
import { inviteAccount } from './invite.ts';

const linkSchema = z.object({
  type: z.enum(
    ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'],
    'must be signup, invite, magiclink, recovery, email_change_current or email_change_new',
  ),
  email: z.string(),
  new_email: z.string().nullish(),
  password: z.string().nullish(),
  data: metadataSchema.nullish(),
  redirect_to: z.string().nullish(),
});

type Asked = z.output<typeof linkSchema>;

interface Link {
  user: UserRow;
  issued: IssuedToken;
  /** What GET /verify is told. */
  type: VerifyType;
}

/** POST /admin/generate_link: the link and code that a message would carry, for who sends it themselves. Sends nothing. */
export async function generateLink(request: Request, deps: AuthDeps): Promise<Response> {
  requireAdmin(request, deps);
  const asked = await readBody(request, linkSchema);
  const email = normaliseEmail(asked.email);
  requireSmallMetadata(Buffer.byteLength(JSON.stringify(asked.data ?? {})));
  const redirectTo =
    (asked.redirect_to && allowedRedirect(asked.redirect_to, deps.config)) ||
    redirectTarget(request, deps.config);
  const passwordHash = await signUpHash(asked, deps);
  const { ip } = originOf(request, deps);
  const { user, issued, type } = await makingAccount(ip, deps, async (client, admit) => {
    const link = await makeLink(client, { asked, email, passwordHash, redirectTo, admit }, deps);
    return { ...link, user: await requireAccount(link.user.id, deps, client) };
  }).catch((error: unknown) => {
    throw explainTaken(error);
  });
  return answerJson({
    ...userJson(user),
    action_link: actionLink(issued.token, { type, redirectTo }, deps),
    email_otp: issued.code,
    hashed_token: issued.token,
    verification_type: asked.type,
    redirect_to: redirectTo,
  });
}

interface LinkOrder {
  asked: Asked;
  email: string;
  /** Of a sign-up, where it names a password. */
  passwordHash: string | null;
  redirectTo: string;
  admit: Admit;
}

/** Before the transaction: hashing may wait for its turn, and must hold no connection. */
async function signUpHash({ type, password }: Asked, deps: AuthDeps): Promise<string | null> {
  if (!password || (type !== 'signup' && type !== 'magiclink')) return null;
  requireStrength(password, deps.config);
  return hashPassword(password);
}

async function makeLink(db: Queryable, order: LinkOrder, deps: AuthDeps): Promise<Link> {
  const { asked, email, redirectTo } = order;
  const { type } = asked;
  if (type === 'email_change_current' || type === 'email_change_new') {
    return changeLink(db, type, await requireByEmail(db, email), asked.new_email, deps);
  }
  const user = await accountFor(db, order, deps);
  // A magic link for somebody new confirms a sign-up.
  const kind = type === 'magiclink' && !user.confirmed_at ? 'signup' : type;
  const issued = await issueLink(db, { type: kind, user, redirectTo, challenge: undefined }, deps);
  return { user, issued, type: kind };
}

async function accountFor(
  db: Queryable,
  { asked, email, passwordHash, admit }: LinkOrder,
  deps: AuthDeps,
): Promise<UserRow> {
  const { type, password, data } = asked;
  if (type === 'recovery') return requireByEmail(db, email);
  if (type === 'invite') return inviteAccount(db, { email, data: data ?? {}, admit }, deps);
  const known = await findUserByEmail(db, email);
  if (known && type === 'magiclink') return known;
  if (known?.confirmed_at) {
    throw refusal(422, 'email_exists', 'A user with this email address has already been registered');
  }
  if (type === 'signup' && !password) throw validationFailed('Signup requires a valid password');
  if (known) {
    await db.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      known.id,
      passwordHash,
    ]);
    return known;
  }
  const account = { email, passwordHash, data: data ?? {}, confirmed: false };
  return requireAccount(await insertUser(db, account, admit), deps, db);
}

async function changeLink(
  db: Queryable,
  type: 'email_change_current' | 'email_change_new',
  user: UserRow,
  newEmail: string | null | undefined,
  deps: AuthDeps,
): Promise<Link> {
  if (!newEmail) throw validationFailed('new_email is required for a change of address');
  const address = normaliseEmail(newEmail);
  if (await findUserByEmail(db, address)) {
    throw refusal(422, 'email_exists', 'A user with this email address has already been registered');
  }
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
  const issued = await issueToken(
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
  if (!user) throw refusal(404, 'user_not_found', 'User with this email not found');
  return user;
}
