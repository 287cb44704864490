// Messages in the project's own words: `[auth.email.template.…]` of config.toml, HTML with GoTrue's {{ .Names }}.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Log } from '../../errors/log-entry.ts';
import { StartupError } from '../../errors/startup-error.ts';
import {
  MAIL_KINDS,
  type MailKind,
  type MailTemplate,
  type MailTemplates,
  NOTICE_KINDS,
  type NoticeKind,
} from '../message-config.ts';

import type { AuthConfig } from '../config.ts';
import { escapeHtml } from './render-mail.ts';

type Kind = MailKind | NoticeKind;

const NAMES = [
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
const FIELD = /\{\{-?\s*(.*?)\s*-?\}\}/g;

/**
 * Reads the templates; paths count from the project's root. Throws a StartupError for a file that cannot be read. One
 * that uses more of Go's templates than names is left out with a warning: the message then says it in our words.
 */
export function readTemplates(config: AuthConfig, workdir: string, log: Log): MailTemplates {
  const templates: MailTemplates = {};
  for (const kind of [...MAIL_KINDS, ...NOTICE_KINDS]) {
    const { subject, content_path: path } = settingsOf(kind, config) ?? {};
    if (subject === undefined && path === undefined) continue;
    const html = path === undefined ? undefined : readText(findFile(workdir, path, kind), kind);
    const unknown = [subject, html].flatMap((text) => findUnknown(text ?? ''))[0];
    if (unknown === undefined) templates[kind] = { subject, html };
    else warn(kind, unknown, log);
  }
  return templates;
}

interface TemplateSettings {
  subject?: string | undefined;
  content_path?: string | undefined;
}

function settingsOf(kind: Kind, { email }: AuthConfig): TemplateSettings | undefined {
  if (isMailKind(kind)) return email.template[kind];
  return email.notification[kind].enabled ? email.notification[kind] : undefined;
}

function isMailKind(kind: Kind): kind is MailKind {
  return MAIL_KINDS.some((each) => each === kind);
}

/** The Supabase CLI counts paths of templates from the project's root and paths of notices from supabase/. */
function findFile(workdir: string, path: string, kind: Kind): string {
  const inside = resolve(workdir, 'supabase', path);
  return !isMailKind(kind) && existsSync(inside) ? inside : resolve(workdir, path);
}

function readText(file: string, kind: Kind): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new StartupError(`auth.email.template.${kind}: ${file} cannot be read: ${reason}`, {
      cause: error,
    });
  }
}

function findUnknown(text: string): string[] {
  const fields = [...text.matchAll(FIELD)];
  return fields
    .filter(([, inside = '']) => !(inside.startsWith('.') && NAMES.includes(inside.slice(1))))
    .map(([field]) => field);
}

function warn(kind: Kind, field: string, log: Log): void {
  const known = NAMES.map((name) => `{{ .${name} }}`).join(' ');
  const message = `auth.email.template.${kind} is not used: ${field} is not known here, there are ${known}`;
  log({ level: 'warn', event: 'mail.template_ignored', message });
}

/** Puts the values in, escaped in HTML; in a subject, which is one line, as they are. */
export function fillTemplate(
  template: MailTemplate,
  values: Record<string, string>,
): { subject?: string; html?: string } {
  const fill = (text: string, escape: (value: string) => string): string =>
    text.replaceAll(FIELD, (_field, inside: string) => escape(values[inside.slice(1)] ?? ''));
  return {
    ...(template.subject === undefined ? {} : { subject: fill(template.subject, (value) => value) }),
    ...(template.html === undefined ? {} : { html: fill(template.html, escapeHtml) }),
  };
}

/** Whether a template shows the code. */
export function namesCode(html: string): boolean {
  return [...html.matchAll(FIELD)].some(([, inside]) => inside === '.Token');
}

/** Where the first link of a filled template leads; undefined where it has none. */
export function firstLink(html: string): string | undefined {
  return /<a\s[^>]*?href="(https?:[^"]+)"/i.exec(html)?.[1]?.replaceAll('&amp;', '&');
}
