// Mails with a link or code.
import type { Queryable } from '../../database/database-client.ts';
import type { AccountMailKind } from '../message-config.ts';
import type { AuthDeps } from '../deps.ts';
import type { UserMetadata, UserRow } from '../accounts/user-row.ts';
import { type IssuedOneTimeToken, type OneTimeTokenType, issueOneTimeToken } from './one-time-tokens.ts';
import { fillMailTemplate, findFirstLink, hasCodePlaceholder } from './mail-templates.ts';
import { composeAccountMailText } from './mail-text.ts';
import { renderAccountMail } from './render-account-mail.ts';
import { type CodeChallenge, createPkceFlow } from '../sessions/flow-state.ts';

/** `type` of /verify. */
export type VerifyLinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

export interface AccountMail {
  kind: AccountMailKind;
  /** Normalised. */
  to: string;
  issued: IssuedOneTimeToken;
  /** Without a link, the message contains only a code. */
  link?: { type: VerifyLinkType; redirectTo: string } | undefined;
  /** The account's own email if it differs from `to`. */
  email?: string;
  newEmail?: string;
  /** The account's user metadata, for {{ .Data.name }} in templates. */
  data?: UserMetadata | null;
}

/** `redirectTo` comes from resolveRedirectUrl(). */
export function createActionLink(
  token: string,
  link: { type: VerifyLinkType; redirectTo: string },
  deps: AuthDeps,
): string {
  const query = new URLSearchParams({ token, type: link.type, redirect_to: link.redirectTo });
  return `${deps.publicUrl}/auth/v1/verify?${query}`;
}

/** Runs in the transaction of `db`; deps.mail.wake() sends the mail after the commit. */
export async function enqueueAccountMail(db: Queryable, mail: AccountMail, deps: AuthDeps): Promise<void> {
  const { kind, to, issued, link } = mail;
  const site = siteNameOf(deps);
  const data = textsOf(mail.data);
  const text = composeAccountMailText(kind, {
    site,
    email: mail.email ?? to,
    newEmail: mail.newEmail,
    invitedBy: data['Data.invited_by'],
  });
  const parts = {
    ...text,
    site,
    code: issued.code,
    link: link && createActionLink(issued.token, link, deps),
    validFor: formatDuration(deps.config.email.otp_expiry),
  };
  const template = deps.templates?.[kind] ?? {};
  const project = fillMailTemplate(template, { ...valuesOf(mail, parts.link ?? '', deps), ...data });
  // Text and HTML must agree: the text uses the link of a project's template, and contains the code only if the
  // template does.
  const rendered = renderAccountMail(
    {
      ...parts,
      link: (project.html && findFirstLink(project.html)) || parts.link,
      code: template.html === undefined || hasCodePlaceholder(template.html) ? parts.code : '',
    },
    deps.layOutMail,
  );
  const message = {
    kind,
    to,
    subject: text.subject,
    ...rendered,
    ...project,
    ...(deps.layOutMail && { html: rendered.html }),
  };
  await deps.mail.enqueue(db, message, deps.config.email.otp_expiry);
}

/** The texts in the metadata that are on one line, because a line break in a subject would begin another header. */
function textsOf(data: UserMetadata | null | undefined): Record<string, string> {
  const texts = Object.entries(data ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !/\p{Cc}/u.test(entry[1]),
  );
  return Object.fromEntries(texts.map(([name, text]) => [`Data.${name}`, text]));
}

function valuesOf(mail: AccountMail, link: string, deps: AuthDeps): Record<string, string> {
  return {
    ConfirmationURL: link,
    Token: mail.issued.code,
    TokenHash: mail.issued.token,
    SiteURL: deps.config.site_url,
    RedirectTo: mail.link?.redirectTo ?? deps.config.site_url,
    Email: mail.email ?? mail.to,
    NewEmail: mail.newEmail ?? '',
    SendingTo: mail.to,
  };
}

export function siteNameOf({ siteName, config: { site_url: siteUrl } }: AuthDeps): string {
  return siteName?.() ?? (URL.canParse(siteUrl) ? new URL(siteUrl).host || siteUrl : siteUrl);
}

/** Rounded down, so that no message promises a longer time. */
function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 2) return `${hours} hours`;
  const minutes = Math.floor(seconds / 60);
  if (minutes === 60) return 'an hour';
  if (minutes >= 2) return `${minutes} minutes`;
  return minutes === 1 ? 'a minute' : `${seconds} seconds`;
}

type LinkType = Exclude<VerifyLinkType, 'email_change'>;

interface LinkFacts {
  kind: AccountMailKind;
  token: OneTimeTokenType;
  sentAt: string;
  /** For `amr` of a PKCE session. */
  method: string;
}

const linkFacts: Record<LinkType, LinkFacts> = {
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

interface MailLinkRequest {
  type: LinkType;
  user: Pick<UserRow, 'id' | 'email'> & Partial<Pick<UserRow, 'raw_user_meta_data'>>;
  /** From resolveRedirectUrl(). */
  redirectTo: string;
  challenge: CodeChallenge | undefined;
}

/** Must be called after the commit. */
export type AfterCommitCallback = () => void;

export async function issueLinkAndEnqueueMail(
  db: Queryable,
  request: MailLinkRequest,
  deps: AuthDeps,
): Promise<AfterCommitCallback> {
  const { type, user, redirectTo } = request;
  const issued = await issueEmailLinkToken(db, request, deps);
  const link = { type, redirectTo };
  const data = user.raw_user_meta_data ?? null;
  await enqueueAccountMail(
    db,
    { kind: linkFacts[type].kind, to: user.email ?? '', issued, link, data },
    deps,
  );
  return () => deps.mail.wake();
}

/** Issues a link and code for a caller that delivers them by other means. */
export async function issueEmailLinkToken(
  db: Queryable,
  request: MailLinkRequest,
  deps: AuthDeps,
): Promise<IssuedOneTimeToken> {
  const { type, user, challenge } = request;
  const { token, sentAt, method } = linkFacts[type];
  const to = user.email ?? '';
  // Locks the account before its tokens, as one-time-tokens.ts does.
  await db.query(`update auth.users set ${sentAt} = now(), updated_at = now() where id = $1`, [user.id]);
  const flowId =
    challenge && (await createPkceFlow(db, { challenge, provider: 'email', method, userId: user.id }));
  const issued = await issueOneTimeToken(db, { userId: user.id, type: token, relatesTo: to, flowId }, deps);
  return issued;
}
