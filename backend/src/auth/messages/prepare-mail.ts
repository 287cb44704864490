import type { CodeChallenge } from '../sessions/code-challenge.ts';
import { createFlow } from '../sessions/flow-state.ts';
import type { AccountMailKind } from '../message-config.ts';
import type { AuthDeps } from '../deps.ts';
import { type IssuedToken, type OneTimeTokenType, issueToken } from './issue-token.ts';
import type { Queryable, UserRow } from '../accounts/user-row.ts';
import { type VerifyType, enqueueMail } from './enqueue-mail.ts';

export type LinkType = Exclude<VerifyType, 'email_change'>;

interface LinkFacts {
  kind: AccountMailKind;
  token: OneTimeTokenType;
  sentAt: string;
  /** For `amr` of a PKCE session. */
  method: string;
}

const LINKS: Record<LinkType, LinkFacts> = {
  signup: {
    kind: 'confirmation',
    token: 'confirmation_token',
    sentAt: 'confirmation_sent_at',
    method: 'email/signup',
  },
  invite: { kind: 'invite', token: 'confirmation_token', sentAt: 'confirmation_sent_at', method: 'invite' },
  magiclink: { kind: 'magic_link', token: 'recovery_token', sentAt: 'recovery_sent_at', method: 'magiclink' },
  recovery: { kind: 'recovery', token: 'recovery_token', sentAt: 'recovery_sent_at', method: 'recovery' },
};

export interface MailLinkRequest {
  type: LinkType;
  user: Pick<UserRow, 'id' | 'email'>;
  /** From redirectTarget(). */
  redirectTo: string;
  challenge: CodeChallenge | undefined;
}

/** Call it after the commit. */
export type SendMessage = () => void;

export async function prepareMail(
  db: Queryable,
  request: MailLinkRequest,
  deps: AuthDeps,
): Promise<SendMessage> {
  const { type, user, redirectTo } = request;
  const issued = await issueLink(db, request, deps);
  const link = { type, redirectTo };
  await enqueueMail(db, { kind: LINKS[type].kind, to: user.email ?? '', issued, link }, deps);
  return () => deps.mail.wake();
}

/** For a caller that delivers link and code by other means. */
export async function issueLink(
  db: Queryable,
  request: MailLinkRequest,
  deps: AuthDeps,
): Promise<IssuedToken> {
  const { type, user, challenge } = request;
  const { token, sentAt, method } = LINKS[type];
  const to = user.email ?? '';
  // Locks the account before its tokens, see consume-token.ts.
  await db.query(`update auth.users set ${sentAt} = now(), updated_at = now() where id = $1`, [user.id]);
  const flowId =
    challenge && (await createFlow(db, { challenge, provider: 'email', method, userId: user.id }));
  const issued = await issueToken(db, { userId: user.id, type: token, relatesTo: to, flowId }, deps);
  return issued;
}
