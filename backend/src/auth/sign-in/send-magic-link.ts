import type { AuthDeps } from '../deps.ts';
import type { CodeChallenge } from '../sessions/code-challenge.ts';
import { inAccountTransaction } from '../hooks/in-account-transaction.ts';
import { authError } from '../http/errors.ts';
import { type SendMessage, prepareMail } from '../messages/prepare-mail.ts';
import { originOf } from '../sessions/start-session.ts';
import { preventEnumeration } from '../http/prevent-enumeration.ts';
import { type AllowCreation, insertUser } from '../accounts/insert-user.ts';
import { retryOnConflict } from '../accounts/retry-on-conflict.ts';
import { toSignUpError, signUpDisabled } from '../accounts/sign-up-errors.ts';
import {
  type Metadata,
  type Queryable,
  type UserRow,
  findUser,
  findUserByEmail,
} from '../accounts/user-row.ts';
import { consumeMailLimit } from '../messages/consume-message-limit.ts';

export interface MagicLink {
  email: string;
  createUser: boolean;
  data: Metadata;
  challenge: CodeChallenge | undefined;
  redirectTo: string;
}

/** Throws 422 otp_disabled or signup_disabled, unless accounts are hidden. */
export async function sendMagicLink(request: Request, link: MagicLink, deps: AuthDeps): Promise<void> {
  await consumeMailLimit(request, link.email, 'otp', deps);
  const { ip } = originOf(request, deps);
  await preventEnumeration(deps, async () => {
    const send = await prepare(ip, link, deps);
    send();
  });
}

async function prepare(ip: string | null, link: MagicLink, deps: AuthDeps): Promise<SendMessage> {
  const attempt = (): Promise<SendMessage> =>
    inAccountTransaction(ip, deps, (client, allowCreation) =>
      prepareInside(client, link, allowCreation, deps),
    );
  return retryOnConflict(attempt).catch((error: unknown) => {
    throw toSignUpError(error);
  });
}

async function prepareInside(
  client: Queryable,
  link: MagicLink,
  allowCreation: AllowCreation,
  deps: AuthDeps,
): Promise<SendMessage> {
  const known = await findUserByEmail(client, link.email);
  const user = known ?? (await createUser(client, link, allowCreation, deps));
  // Where emails are confirmed, a new account's first message is its confirmation.
  const type = !known && deps.config.email.enable_confirmations ? 'signup' : 'magiclink';
  return prepareMail(client, { type, user, redirectTo: link.redirectTo, challenge: link.challenge }, deps);
}

async function createUser(
  client: Queryable,
  link: MagicLink,
  allowCreation: AllowCreation,
  deps: AuthDeps,
): Promise<UserRow> {
  if (!link.createUser) throw authError(422, 'otp_disabled', 'Signups not allowed for otp');
  if (!deps.config.enable_signup || !deps.config.email.enable_signup) throw signUpDisabled();
  const { email, data } = link;
  const id = await insertUser(client, { email, data, passwordHash: null, confirmed: false }, allowCreation);
  const user = await findUser(client, id);
  if (!user) throw authError(500, 'unexpected_failure', 'Database error loading user after sign-up');
  return user;
}
