import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { writeUpgradeRecord } from '@fairlead/backend/embedded';
import { startSmtpSink } from '@fairlead/backend/testing/fakes';
import { checkDataFolder } from './check-data-folder.ts';
import { checkMachine, readMachineProperties, type MachineProperties } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { readConfig } from '../settings/config.ts';
import { checkListenPort, examineInstallation } from './examine.ts';
import { checkProxy } from './check-proxy.ts';
import type { DoctorFinding } from '../probes/doctor-finding.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const healthy: MachineProperties = {
  platform: 'linux',
  arch: 'x64',
  glibc: '2.36',
  nodeVersion: '24.1.0',
  memoryBytes: 2 ** 31,
  openFiles: 65_536,
  locale: 'en_CA.UTF-8',
};

function whatOf(findings: readonly DoctorFinding[]): string[] {
  for (const { fix, finding } of findings) expect(Math.min(fix.length, finding.length)).toBeGreaterThan(5);
  return findings.map(({ what }) => what);
}

test.each<[string[], Partial<MachineProperties>]>([
  [[], {}],
  [[], { locale: '' }],
  [['platform'], { glibc: undefined }],
  [['platform'], { arch: 'ia32' }],
  [['Node'], { nodeVersion: '22.9.0' }],
  [['memory'], { memoryBytes: 2 ** 29 }],
  [['open files'], { openFiles: 1_024 }],
  [['locale'], { locale: 'de_DE.ISO-8859-1' }],
])('the doctor judges the machine: %j', (expected, change) => {
  expect(whatOf(checkMachine({ ...healthy, ...change }))).toEqual(expected);
  expect(readMachineProperties({ LANG: 'C' })).toMatchObject({ platform: 'linux', locale: 'C' });
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  ends.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'keys.json'), '{}', { mode: 0o600 });
  return folder;
}

test.each<[string[], string, (folder: string) => void]>([
  [[], 'is as the server leaves it', () => {}],
  [['rights'], 'is open to others', (folder) => chmodSync(folder, 0o755)],
  [['keys'], 'has keys that others read', (folder) => chmodSync(join(folder, 'keys.json'), 0o644)],
  [['keys'], 'has torn keys', (folder) => writeFileSync(join(folder, 'keys.json'), '{"jwt')],
  [['restore'], 'holds half a restore', (folder) => writeFileSync(join(folder, 'restore.json'), '{}')],
  [
    ['keys'],
    'has lost its keys',
    (folder) => {
      rmSync(join(folder, 'keys.json'));
      writeFileSync(join(folder, 'database.json'), '{"password":"x"}');
    },
  ],
  [
    ['lock'],
    'was left by a killed server',
    (folder) => {
      writeFileSync(join(folder, 'database.json'), '{"password":"x"}');
      mkdirSync(join(folder, 'postgres'));
      writeFileSync(join(folder, 'postgres/postmaster.pid'), '1');
    },
  ],
  [
    ['lock'],
    'was left by a loss of power',
    (folder) => {
      writeFileSync(join(folder, 'database.json'), '{"password":"x"}');
      mkdirSync(join(folder, 'postgres'));
      writeFileSync(join(folder, 'postgres/postmaster.pid'), '');
    },
  ],
  [
    ['upgrade'],
    'holds half an upgrade',
    (folder) =>
      writeUpgradeRecord(folder, { state: 'running', from: '0.1.0', to: '0.2.0', startedAt: '2026-11-22' }),
  ],
  [
    ['upgrade'],
    'has a torn record of upgrades',
    (folder) => writeFileSync(join(folder, 'upgrade.json'), '{'),
  ],
  [['clock'], 'was written in the future', (folder) => utimesSync(join(folder, 'keys.json'), 4e9, 4e9)],
])('the doctor reports %j for a data folder that %s', (expected, _why, change) => {
  const folder = makeFolder();
  change(folder);
  const found = checkDataFolder(folder).filter(({ what }) => what !== 'disk' && what !== 'databases');
  expect(whatOf(found)).toEqual(expected);
});

test('a missing data folder has no findings, a file at its path has', () => {
  const folder = makeFolder();
  expect(checkDataFolder(join(folder, 'none'))).toEqual([]);
  expect(whatOf(checkDataFolder(join(folder, 'keys.json')))).toEqual(['DATA_DIR']);
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => (server.closeAllConnections(), server.close()));
  return (server.address() as AddressInfo).port;
}

test('a port that is taken is found, a free one is not', async () => {
  const port = await listen(createServer());
  expect(
    whatOf(await checkListenPort({ HOST: '127.0.0.1', PORT: port, SITE_URL: 'https://www.example.com' })),
  ).toEqual(['port']);
  expect(await checkListenPort({ HOST: '127.0.0.1', PORT: 0, SITE_URL: 'https://www.example.com' })).toEqual(
    [],
  );
});

test.each<[string, number, string, string[]]>([
  ['passes everything on', 200, '{"keys":[{"kid":"ours"}]}', ['WebSocket', 'uploads']],
  ['keeps the name to itself', 421, '', ['proxy']],
  ['shows another server', 200, '{"keys":[{"kid":"theirs"}]}', ['proxy']],
  ['has nothing behind it', 502, 'Bad Gateway', ['proxy']],
])('the doctor judges a proxy that %s', async (_what, status, body, expected) => {
  // Forwards neither WebSockets nor large bodies, like nginx with default settings.
  const port = await listen(
    createServer((request, response) => {
      const isLarge = Number(request.headers['content-length'] ?? 0) > 1024 * 1024;
      response.writeHead(isLarge ? 413 : status).end(body);
    }),
  );
  const settings = {
    localMode: false,
    TRUSTED_PROXIES: 0,
    keyId: 'ours',
    publishableKey: 'sb_publishable_x',
    secretKey: undefined,
  };
  const found = await checkProxy({ ...settings, SITE_URL: `http://127.0.0.1:${port}` });
  expect(whatOf(found)).toEqual(['TRUSTED_PROXIES', 'TLS', ...expected]);
  expect(await checkProxy({ ...settings, localMode: true, SITE_URL: 'http://localhost:1' })).toEqual([]);
});

test('a missing proxy and one without TLS are distinguished', async () => {
  const port = await listen(createServer());
  const settings = {
    localMode: false,
    TRUSTED_PROXIES: 1,
    keyId: 'ours',
    publishableKey: undefined,
    secretKey: undefined,
  };
  const found = await checkProxy({ ...settings, SITE_URL: `https://127.0.0.1:${port}` });
  expect(whatOf(found)).toEqual(['TLS', 'proxy']);
});

test('the doctor reports a site on the internet without mail, and a mail server that cannot be reached', async () => {
  const sink = await startSmtpSink({});
  ends.push(sink.close);
  const config = { DATA_DIR: makeFolder() } as Parameters<typeof checkMail>[0];
  expect(whatOf(await checkMail(config))).toEqual(['mail']);
  expect(await checkMail({ ...config, SMTP_URL: sink.url })).toEqual([]);
  expect(whatOf(await checkMail({ ...config, SMTP_URL: 'smtp://127.0.0.1:1' }))).toEqual(['mail server']);
});

test('B-464 checks that were not made are named, and never called good', async () => {
  const environment = { DATA_DIR: makeFolder(), PORT: '1024' };
  const results = await examineInstallation(readConfig(environment), environment);
  const skipped = results.filter((each) => each.skipped !== undefined).map(({ name }) => name);
  expect(skipped).toEqual(['database', 'stored files', 'proxy', 'mail', 'backups']);
});
