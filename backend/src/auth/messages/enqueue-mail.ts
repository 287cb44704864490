import type { AccountMailKind } from '../message-config.ts';
import type { AuthDeps } from '../deps.ts';
import type { Queryable } from '../accounts/user-row.ts';
import type { IssuedToken } from './issue-token.ts';
import { fillTemplate, firstLink, includesCode } from './mail-templates.ts';
import { accountMailText } from './mail-text.ts';
import { renderMail } from './render-mail.ts';

/** `type` of /verify. */
export type VerifyType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

export interface AuthMail {
  kind: AccountMailKind;
  /** Normalised. */
  to: string;
  issued: IssuedToken;
  /** Without it the message holds a code alone. */
  link?: { type: VerifyType; redirectTo: string } | undefined;
  /** The account's own email where it is not `to`. */
  email?: string;
  newEmail?: string;
}

/** `redirectTo` comes from redirectTarget(). */
export function actionLink(
  token: string,
  link: { type: VerifyType; redirectTo: string },
  deps: AuthDeps,
): string {
  const query = new URLSearchParams({ token, type: link.type, redirect_to: link.redirectTo });
  return `${deps.publicUrl}/auth/v1/verify?${query}`;
}

/** In the transaction of `db`; deps.mail.wake() sends it after the commit. */
export async function enqueueMail(db: Queryable, mail: AuthMail, deps: AuthDeps): Promise<void> {
  const { kind, to, issued, link } = mail;
  const site = siteOf(deps);
  const text = accountMailText(kind, { site, email: mail.email ?? to, newEmail: mail.newEmail });
  const parts = {
    ...text,
    site,
    code: issued.code,
    link: link && actionLink(issued.token, link, deps),
    validFor: formatDuration(deps.config.email.otp_expiry),
  };
  const template = deps.templates?.[kind] ?? {};
  const project = fillTemplate(template, valuesOf(mail, parts.link ?? '', deps));
  // Text and HTML must agree: the text takes the link of a project's template, and the code only if that has it.
  const rendered = renderMail({
    ...parts,
    link: (project.html && firstLink(project.html)) || parts.link,
    code: template.html === undefined || includesCode(template.html) ? parts.code : '',
  });
  const message = { kind, to, subject: text.subject, ...rendered, ...project };
  await deps.mail.enqueue(db, message, deps.config.email.otp_expiry);
}

function valuesOf(mail: AuthMail, link: string, deps: AuthDeps): Record<string, string> {
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

export function siteOf({ siteName, config: { site_url: siteUrl } }: AuthDeps): string {
  return siteName?.() ?? (URL.canParse(siteUrl) ? new URL(siteUrl).host || siteUrl : siteUrl);
}

/** Rounded down, so that no message promises too much. */
function formatDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 2) return `${hours} hours`;
  const minutes = Math.floor(seconds / 60);
  if (minutes === 60) return 'an hour';
  if (minutes >= 2) return `${minutes} minutes`;
  return minutes === 1 ? 'a minute' : `${seconds} seconds`;
}
