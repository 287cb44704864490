// Notices that let the owner act if another person changed the account.
import type { Queryable } from '../../database/database-client.ts';
import type { AccountNoticeKind } from '../message-config.ts';
import type { AuthDeps } from '../deps.ts';
import type { UserRow } from '../accounts/user-row.ts';
import { fillMailTemplate } from './mail-templates.ts';
import type { AccountMailText } from './mail-text.ts';
import { renderAccountMail } from './render-account-mail.ts';
import { siteNameOf } from './enqueue-account-mail.ts';

const factorNames: Record<string, string> = {
  totp: 'an authenticator app',
  webauthn: 'a security key',
  phone: 'a phone number',
};

function noticeText(kind: AccountNoticeKind, site: string, factorType: string): AccountMailText {
  const factor = factorNames[factorType] ?? 'another method';
  const text = {
    password_changed: {
      subject: 'Your password was changed',
      body: `The password for your ${site} account was just changed. You've been signed out on other devices.`,
    },
    mfa_factor_enrolled: {
      subject: 'Two-step verification was added',
      body: `Two-step verification with ${factor} was added to your ${site} account.`,
    },
    mfa_factor_unenrolled: {
      subject: 'Two-step verification was removed',
      body: `Two-step verification with ${factor} was removed from your ${site} account.`,
    },
  }[kind];
  return {
    ...text,
    action: '',
    ifNotYou:
      "If this was you, there's nothing to do. If it wasn't, change your password right away and tell the site's administrator.",
  };
}

/** After this time a notice would only confuse. */
const noticeTtlS = 86_400;

/**
 * Enqueues the notice if it is on and the email confirmed. Runs in the transaction of `db`; deps.mail.wake() sends it
 * after the commit.
 */
export async function enqueueAccountNotice(
  db: Queryable,
  kind: AccountNoticeKind,
  user: Pick<UserRow, 'email' | 'email_confirmed_at'>,
  deps: AuthDeps,
  factorType = '',
): Promise<void> {
  const { email: to, email_confirmed_at: confirmedAt } = user;
  if (!to || !confirmedAt || !deps.config.email.notification[kind].enabled) return;
  const site = siteNameOf(deps);
  const text = noticeText(kind, site, factorType);
  const project = fillMailTemplate(deps.templates?.[kind] ?? {}, {
    SiteURL: deps.config.site_url,
    Email: to,
    SendingTo: to,
    FactorType: factorType,
  });
  const rendered = renderAccountMail(
    { ...text, site, link: undefined, code: '', validFor: '' },
    deps.layOutMail,
  );
  const message = { kind, to, subject: text.subject, ...rendered, ...project };
  await deps.mail.enqueue(db, message, noticeTtlS);
}
