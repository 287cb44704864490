// Tests a project as published: it begins with a dump and refers to unset variables.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startSmtpSink } from '../../fakes/smtp-sink.ts';
import { codeIn } from '../auth/messages.ts';
import { callAuth, freshEmail } from '../auth/requests.ts';
import { startWireServer } from '../server.ts';
import { setUp, setUpFolder } from '../set-up.ts';

const workdir = setUpFolder();
const sink = setUp(() => startSmtpSink({ login: { user: 'api key', password: 'p@ss word' } }));
const server = setUp(async () => {
  const files = {
    'supabase/config.toml': `
      [db.seed]
      enabled = false
      [realtime]
      enabled = false
      [auth]
      site_url = "env(SITE_URL)"
      enable_signup = "env(SIGN_UPS)"
      [auth.email.smtp]
      host = "127.0.0.1"
      port = ${new URL(sink.url).port}
      user = "api key"
      pass = "env(SMTP_PASS)"
      admin_email = "post@example.com"
      sender_name = "The Post"
      [auth.external.google]
      enabled = true
      client_id = "env(GOOGLE_ID)"
      [storage.buckets.pictures]
      public = true
      objects_path = "./pictures"`,
    'supabase/.env': 'SMTP_PASS="p@ss word"\n',
    '.env.local': 'SIGN_UPS=true\nSMTP_PASS=another\n',
    'supabase/migrations/20260101000000_remote_schema.sql': `
      set check_function_bodies = false;
      create extension if not exists "pg_graphql" with schema "graphql";
      create extension if not exists "supabase_vault" with schema "vault";
      create extension if not exists "pgcrypto" with schema "extensions";
      create table public.fruits (name text primary key);`,
    'supabase/migrations/schema.sql': 'create table public.fruits (name text primary key);',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(workdir, name)), { recursive: true });
    await writeFile(join(workdir, name), text);
  }
  return startWireServer({ workdir });
});

test('a project starts, with one warning for each setting without effect', async () => {
  expect((await server.client().from('fruits').insert({ name: 'pear' })).status).toBe(201);
  expect(server.log.filter(({ level }) => level === 'warn').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^auth\.site_url stays env\(SITE_URL\)/),
    expect.stringMatching(/^auth\.external\.google\.client_id stays env\(GOOGLE_ID\)/),
    expect.stringMatching(/^storage\.buckets\.pictures\.objects_path is not known/),
  ]);
  await server.backend?.migrate();
  const notes = server.log.filter(({ event }) => event === 'migration.warning').map(({ message }) => message);
  expect(notes).toEqual([expect.stringMatching(/^schema\.sql is no migration and is skipped/)]);
});

test('mail is sent through the SMTP server of config.toml, with its password from a .env file', async () => {
  const email = freshEmail();
  expect((await callAuth(server, '/otp', { body: { email } })).status).toBe(200);
  const mail = await sink.mailTo(email);
  expect(mail.parsed.from).toMatchObject({ name: 'The Post', address: 'post@example.com' });
  const { data } = await server.client().auth.verifyOtp({ type: 'email', email, token: codeIn(mail) });
  expect(data.user?.email).toBe(email);
});

test('disabled services respond 501, and disabled migrations are not applied', async () => {
  const off = ['api', 'auth', 'db.migrations'].map((name) => `[${name}]\nenabled = "false"`);
  await using quiet = await startWireServer({
    migrationsSql: 'create table public.never (n int)',
    configToml: off.join('\n'),
  });
  for (const path of ['/rest/v1/never', '/auth/v1/settings']) {
    const { status } = await fetch(`${quiet.url}${path}`, { headers: { apikey: quiet.publishableKey } });
    expect(status).toBe(501);
  }
  const { rows } = await quiet.pool.query(`select to_regclass('public.never') as made`);
  expect(rows).toEqual([{ made: null }]);
});
