// `[auth.email.template.…]` and `[auth.email.notification.…]` of config.toml: HTML with GoTrue's {{ .Names }}.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LogWriter } from '../../errors/log-entry.ts';
import { PermanentStartupError } from '../../errors/startup-error.ts';
import {
  accountMailKinds,
  type AccountMailKind,
  type MailTemplate,
  type MailTemplates,
  accountNoticeKinds,
  type AccountNoticeKind,
} from '../message-config.ts';
import type { AuthConfig } from '../config.ts';
import escapeHtml from 'escape-html';

type Kind = AccountMailKind | AccountNoticeKind;

const templateNames = [
  'ConfirmationURL',
  'Token',
  'TokenHash',
  'SiteURL',
  'RedirectTo',
  'Email',
  'NewEmail',
  'SendingTo',
  'FactorType',
];
/** A value of the account's user metadata, such as {{ .Data.agency }}. */
const dataName = /^Data\.\w+$/;
const placeholder = /\{\{-?\s*(.*?)\s*-?\}\}/g;

/**
 * Throws a StartupError. A template that uses more of Go's syntax than names is replaced with our text and a warning.
 */
export function readMailTemplates(config: AuthConfig, workdir: string, log: LogWriter): MailTemplates {
  const templates: MailTemplates = {};
  for (const kind of [...accountMailKinds, ...accountNoticeKinds]) {
    const { subject, content_path: path } = settingsOf(kind, config) ?? {};
    if (subject === undefined && path === undefined) continue;
    const html = path === undefined ? undefined : readText(findFile(workdir, path, kind), kind);
    const unknown = [subject, html].flatMap((text) => findUnknown(text ?? ''))[0];
    if (unknown === undefined) templates[kind] = { subject, html };
    else warn(kind, unknown, log);
  }
  return templates;
}

function settingsOf(kind: Kind, { email }: AuthConfig) {
  if (isMailKind(kind)) return email.template[kind];
  return email.notification[kind].enabled ? email.notification[kind] : undefined;
}

function isMailKind(kind: Kind): kind is AccountMailKind {
  return accountMailKinds.some((each) => each === kind);
}

function settingName(kind: Kind): string {
  return `auth.email.${isMailKind(kind) ? 'template' : 'notification'}.${kind}`;
}

/**
 * Resolves paths as the Supabase CLI does: templates relative to the project's root, notifications relative to
 * supabase/, else to the root.
 */
function findFile(workdir: string, path: string, kind: Kind): string {
  const inside = resolve(workdir, 'supabase', path);
  return !isMailKind(kind) && existsSync(inside) ? inside : resolve(workdir, path);
}

function readText(file: string, kind: Kind): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new PermanentStartupError(`${settingName(kind)}: ${file} cannot be read: ${reason}`, {
      cause: error,
    });
  }
}

function findUnknown(text: string): string[] {
  const fields = [...text.matchAll(placeholder)];
  return fields
    .filter(([, inside = '']) => {
      const name = inside.slice(1);
      return !(inside.startsWith('.') && (templateNames.includes(name) || dataName.test(name)));
    })
    .map(([field]) => field);
}

function warn(kind: Kind, field: string, log: LogWriter): void {
  const known = [...templateNames, 'Data.name'].map((name) => `{{ .${name} }}`).join(' ');
  const message = `${settingName(kind)} is not used: ${field} is not known here, there are ${known}`;
  log({ level: 'warn', event: 'mail.template_ignored', message });
}

export function fillMailTemplate(
  template: MailTemplate,
  values: Record<string, string>,
): { subject?: string; html?: string } {
  const fill = (text: string, escape: (value: string) => string): string =>
    text.replaceAll(placeholder, (_field, inside: string) => escape(values[inside.slice(1)] ?? ''));
  return {
    ...(template.subject === undefined ? {} : { subject: fill(template.subject, (value) => value) }),
    ...(template.html === undefined ? {} : { html: fill(template.html, escapeHtml) }),
  };
}

/** For the text part: see enqueueAccountMail(). */
export function hasCodePlaceholder(html: string): boolean {
  return [...html.matchAll(placeholder)].some(([, inside]) => inside === '.Token');
}

/** For the text part: see enqueueAccountMail(). */
export function findFirstLink(html: string): string | undefined {
  return /<a\s[^>]*?href="(https?:[^"]+)"/i.exec(html)?.[1]?.replaceAll('&amp;', '&');
}
