import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LogEntry } from '../../errors/log-entry.ts';
import { type AuthConfig, parseAuthConfig } from '../config.ts';
import { setUpFolder } from '../../../wire-tests/set-up.ts';
import { fillMailTemplate, readMailTemplates } from './mail-templates.ts';

const workdir = setUpFolder();

function configOf(recovery: { subject?: string; content_path?: string }): AuthConfig {
  return parseAuthConfig({ email: { template: { recovery } } });
}

test("a project's template is used, and values cannot become markup", () => {
  writeFileSync(
    join(workdir, 'recovery.html'),
    '<a href="{{ .SiteURL }}/auth#token_hash={{.TokenHash}}">{{- .Email -}}</a>',
  );
  const config = configOf({ subject: 'New password for {{ .Email }}', content_path: './recovery.html' });
  const { recovery } = readMailTemplates(config, workdir, () => {});
  const values = { SiteURL: 'https://www.example.com', TokenHash: 'abc', Email: '<b>"$&"</b>@example.com' };
  expect(fillMailTemplate(recovery ?? {}, values)).toEqual({
    subject: 'New password for <b>"$&"</b>@example.com',
    html: '<a href="https://www.example.com/auth#token_hash=abc">&lt;b&gt;&quot;$&amp;&quot;&lt;/b&gt;@example.com</a>',
  });
});

test("a template names texts of the account's data; one that it has not is blank", () => {
  writeFileSync(join(workdir, 'data.html'), '{{ .Data.invited_by }} at {{ .Data.agency }}{{ .Data.none }}');
  const { recovery } = readMailTemplates(configOf({ content_path: 'data.html' }), workdir, () => {});
  const values = { 'Data.invited_by': 'Priya', 'Data.agency': 'Maple & Birch' };
  expect(fillMailTemplate(recovery ?? {}, values)).toEqual({ html: 'Priya at Maple &amp; Birch' });
});

test('a template with unknown syntax is ignored with a warning, a missing file is an error', () => {
  writeFileSync(join(workdir, 'if.html'), '{{ if .Data.name }}Hello{{ end }}');
  const log: LogEntry[] = [];
  const templates = readMailTemplates(configOf({ content_path: 'if.html' }), workdir, (entry) =>
    log.push(entry),
  );
  expect(templates).toEqual({});
  expect(log[0]?.message).toContain('recovery is not used: {{ if .Data.name }} is not known here');
  const missing = configOf({ content_path: 'gone.html' });
  expect(() => readMailTemplates(missing, workdir, () => {})).toThrow(/gone\.html cannot be read: ENOENT/);
});

test("a notification's template is read from supabase/ first, as the CLI does, and only when it is on", () => {
  mkdirSync(join(workdir, 'supabase', 'templates'), { recursive: true });
  writeFileSync(join(workdir, 'supabase', 'templates', 'changed.html'), 'Changed');
  const notice = { enabled: true, content_path: './templates/changed.html' };
  const absent = { enabled: false, content_path: './gone.html' };
  const notification = { password_changed: notice, mfa_factor_enrolled: absent };
  const templates = readMailTemplates(parseAuthConfig({ email: { notification } }), workdir, () => {});
  expect(templates).toEqual({ password_changed: { subject: undefined, html: 'Changed' } });
});

test('a message about a template names its setting in config.toml, also that of a notification', () => {
  function messageOf(content: string, config: (path: string) => object): string {
    writeFileSync(join(workdir, 'odd.html'), content);
    const log: LogEntry[] = [];
    readMailTemplates(parseAuthConfig({ email: config('odd.html') }), workdir, (entry) => log.push(entry));
    return log[0]?.message ?? '';
  }
  const template = (path: string) => ({ template: { invite: { content_path: path } } });
  const notification = (path: string) => ({
    notification: { password_changed: { enabled: true, content_path: path } },
  });
  expect(messageOf('{{ if .Data }}', template)).toMatch(/^auth\.email\.template\.invite is not used: /);
  expect(messageOf('{{ if .Data }}', notification)).toMatch(
    /^auth\.email\.notification\.password_changed is not used: /,
  );
  const missing = parseAuthConfig({ email: notification('gone.html') });
  expect(() => readMailTemplates(missing, workdir, () => {})).toThrow(
    /^auth\.email\.notification\.password_changed: .*gone\.html cannot be read/,
  );
});
