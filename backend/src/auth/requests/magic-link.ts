import type { AuthDeps } from '../deps.ts';
import type { CodeChallenge } from '../flow/code-challenge.ts';
import { type Admit, makingAccount } from '../hooks/admit-user.ts';
import { refusal } from '../http/refuse.ts';
import { type Ready, prepareMail } from '../messages/prepare-mail.ts';
import { originOf } from '../sessions/start-session.ts';
import { withoutTelling } from '../users/existence.ts';
import { insertUser } from '../users/insert-user.ts';
import { explainSignUp, isTaken, signUpDisabled } from '../users/sign-up-refusal.ts';
import { type Metadata, type Queryable, type UserRow, findUser, findUserByEmail } from '../users/user-row.ts';
import { spendMail } from './spend-message.ts';

export interface MagicLink {
  email: string;
  createUser: boolean;
  data: Metadata;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
}

/**
 * Sends a link and a code that sign in; the account is made first where there is none. Throws 422 otp_disabled or
 * signup_disabled for an address without an account that may not get one, unless that must not be told.
 */
export async function sendMagicLink(request: Request, asked: MagicLink, deps: AuthDeps): Promise<void> {
  await spendMail(request, asked.email, 'otp', deps);
  const { ip } = originOf(request, deps);
  await withoutTelling(deps, async () => {
    const send = await prepare(ip, asked, deps);
    send();
  });
}

async function prepare(ip: string | null, asked: MagicLink, deps: AuthDeps): Promise<Ready> {
  const attempt = (): Promise<Ready> =>
    makingAccount(ip, deps, (client, admit) => prepareInside(client, asked, admit, deps));
  try {
    return await attempt();
  } catch (error) {
    // Two requests for a new address at once: the account is there by now.
    if (isTaken(error)) return attempt();
    throw explainSignUp(error);
  }
}

async function prepareInside(
  client: Queryable,
  asked: MagicLink,
  admit: Admit,
  deps: AuthDeps,
): Promise<Ready> {
  const known = await findUserByEmail(client, asked.email);
  const user = known ?? (await makeUser(client, asked, admit, deps));
  // Where sign-ups are confirmed by mail, the first message to a new account is that confirmation.
  const type = !known && deps.config.email.enable_confirmations ? 'signup' : 'magiclink';
  return prepareMail(client, { type, user, redirectTo: asked.redirectTo, challenge: asked.challenge }, deps);
}

async function makeUser(client: Queryable, asked: MagicLink, admit: Admit, deps: AuthDeps): Promise<UserRow> {
  if (!asked.createUser) throw refusal(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!deps.config.enable_signup || !deps.config.email.enable_signup) throw signUpDisabled();
  const { email, data } = asked;
  const id = await insertUser(client, { email, data, passwordHash: null, confirmed: false }, admit);
  const user = await findUser(client, id);
  if (!user) throw refusal(500, 'unexpected_failure', 'Database error loading user after sign-up');
  return user;
}
