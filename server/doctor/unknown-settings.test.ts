import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpFolder } from '@fairlead/backend/testing/set-up';
import { settingNames } from '../settings/config.ts';
import { projectRoot } from '../project-root.ts';
import { findUnknownSettings } from './unknown-settings.ts';

const folder = setUpFolder();

test.each([
  ['SMTP_ULR', 'SMTP_URL'],
  ['BACKUP_PASPHRASE', 'BACKUP_PASSPHRASE'],
  ['BACKUPTO', 'BACKUP_TO'],
  ['SITEURL', 'SITE_URL'],
  ['SITE_URI', 'SITE_URL'],
  ['site_url', 'SITE_URL'],
  ['Smtp-Url', 'SMTP_URL'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SHUTDOWN_SECOND', 'SHUTDOWN_SECONDS'],
])('B-217 %s in the environment resembles %s', (name, meant) => {
  expect(findUnknownSettings({ [name]: 'secret value' })).toEqual([
    { what: name, finding: `${name} is not a setting and has no effect`, fix: `did you mean ${meant}?` },
  ]);
});

test.each(['SMTP_HOST', 'BACKUP_PASSWORD', 'FAIRLEAD_PORT', 'SHUTDOWN_TIMEOUT'])(
  '%s is reported, because only settings of this product begin like it',
  (name) => {
    expect(findUnknownSettings({ [name]: 'x' })).toMatchObject([{ what: name }]);
  },
);

test('every setting, the variables of config.toml and those of other programs are left alone', () => {
  const others = `PATH HOME USER SHELL HOSTNAME PWD OLDPWD TERM LANG LC_ALL TZ TMPDIR MAIL LOGNAME SHLVL EDITOR PS1 _
    XDG_DATA_DIRS XDG_RUNTIME_DIR SSH_AUTH_SOCK INVOCATION_ID JOURNAL_STREAM NODE_ENV NODE_OPTIONS LISTEN_FDS
    HTTPS_PROXY no_proxy npm_config_cache INIT_CWD BASE_URL API_KEY SUPABASE_DB_URL SUPABASE_SECRET_KEYS CI DEBUG
    DBUS_SESSION_BUS_ADDRESS LS_COLORS COLORTERM PGHOST PGPASSWORD STRIPE_API_URL STATE_DIRECTORY CACHE_DIRECTORY`;
  const environment = Object.fromEntries(
    [...settingNames, ...others.split(/\s+/)].map((name) => [name, 'x']),
  );
  expect(findUnknownSettings(environment)).toEqual([]);
});

function run(program: string[], environment: Record<string, string>): Promise<string> {
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), ...environment };
  return new Promise((resolve) =>
    execFile(process.execPath, program, { cwd: projectRoot, env }, (error, stdout, stderr) =>
      resolve(`${typeof error?.code === 'number' ? error.code : 0}\n${stdout}${stderr}`),
    ),
  );
}

test('B-217 of our own settings file every name without a meaning is named, without its value', async () => {
  const file = join(folder, 'fairlead.env');
  writeFileSync(
    file,
    'SITE_URL=https://www.example.com\nTZ=UTC\nSMTP_ULR=smtp://a:hidden@b\nSOMETHING_ELSE=hidden\n',
  );
  const environment = { SETTINGS_FILE: file, SIGN_UPP: 'hidden' };
  const status = await run(['server/commands/installed.mjs', 'status'], environment);
  expect(status.split('\n').filter((line) => line.includes('not a setting'))).toEqual([
    `fairlead: SMTP_ULR in ${file} is not a setting and has no effect; did you mean SMTP_URL?`,
    `fairlead: SOMETHING_ELSE in ${file} is not a setting and has no effect; docs/operate/settings.md lists the settings`,
    'fairlead: SIGN_UPP is not a setting and has no effect; did you mean SIGN_UP?',
  ]);
  const doctor = await run(['server/commands/installed.mjs', 'doctor'], { ...environment, PORT: 'many' });
  expect(doctor).toContain(`wrong   SMTP_ULR: SMTP_ULR in ${file} is not a setting and has no effect\n`);
  expect(doctor).toContain('        did you mean SMTP_URL?\n');
  // The server does not start, and a misspelled name may be the reason.
  const start = await run(['server/commands/installed.mjs', 'start'], { ...environment, PORT: 'many' });
  expect(start).toMatch(/^78\n(\{.*"event":"setting\.unknown".*\}\n){3}fairlead: PORT: use a port number/);
  expect(status + doctor + start).not.toContain('hidden');
}, 180_000);
