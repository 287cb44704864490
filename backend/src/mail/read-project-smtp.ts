// Reads the SMTP settings in `[auth.email.smtp]` of config.toml.
import { z } from 'zod';
import { PermanentStartupError } from '../errors/startup-error.ts';
import { clearUnresolvedVariable } from '../project/environment.ts';
import { parseConfigTable } from '../project/parse-table.ts';
import type { MailConfig } from './create-account-mailer.ts';

const text = z.string().transform(clearUnresolvedVariable);

const schema = z.object({
  email: z
    .object({
      smtp: z
        .object({
          /** As with the CLI, the section is on by default. */
          enabled: z.boolean().default(true),
          host: text.default(''),
          port: z.int().min(1).max(65_535).default(587),
          user: text.default(''),
          pass: text.default(''),
          admin_email: text.default(''),
          sender_name: text.default(''),
        })
        .optional(),
    })
    .optional(),
});

const portOfTls = 465;

/**
 * Undefined without `[auth.email.smtp]`, or if variables in it are unset. Throws a StartupError that never contains a
 * value.
 */
export function readProjectSmtp(authTable: unknown): MailConfig | undefined {
  const smtp = parseConfigTable(schema, 'auth', authTable ?? {}).email?.smtp;
  if (!smtp?.enabled) return undefined;
  const { host, port, user, pass, admin_email: address, sender_name: name } = smtp;
  if (hasUnsetVariable(authTable)) return undefined;
  for (const key of ['host', 'user', 'pass', 'admin_email'] as const) {
    if (smtp[key] === '') throw wrong(`email.smtp.${key}`, 'is missing');
  }
  if (!z.email().safeParse(address).success) throw wrong('email.smtp.admin_email', 'must be an address');
  const url = `${port === portOfTls ? 'smtps' : 'smtp'}://${host}:${port}`;
  if (!URL.canParse(url) || new URL(url).pathname !== '')
    throw wrong('email.smtp.host', 'must be a host name');
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(pass)}@`;
  const sender = name.replaceAll(/["\\\r\n]/g, '');
  return {
    smtpUrl: url.replace('//', `//${login}`),
    from: sender === '' ? address : `"${sender}" <${address}>`,
  };
}

function hasUnsetVariable(authTable: unknown): boolean {
  const { email } = authTable as { email: { smtp: Record<string, unknown> } };
  return Object.values(email.smtp).some(
    (value) => typeof value === 'string' && value !== '' && !clearUnresolvedVariable(value),
  );
}

function wrong(key: string, what: string): PermanentStartupError {
  return new PermanentStartupError(`supabase/config.toml: auth.${key} ${what}`);
}
