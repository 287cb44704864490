// Drills an operator's tasks. systemd and podman are not used, because they need a whole machine. What the service
// unit would start is started here, as the service's user and with the settings file that the service reads.
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../e2e/product/product.ts';
import { projectRoot } from '../../server/project-root.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { findArchives } from './backup/find-archives.ts';
import { printIndented, formatSecondsSince } from './backup/run-command.ts';
import {
  runInstalled,
  startInstalled,
  type Installation,
  type InstalledServer,
} from './installation/run-installed.ts';
import { makeSignedRelease, unpackRelease, type MadeRelease } from './installation/unpack-release.ts';
import type { Stoppable } from '@fairlead/backend/testing';
import { startCaddy } from './proxy/start-caddy.ts';
import { drillHost, requestThroughProxy, type ProxyEndpoint } from './proxy/request-through-proxy.ts';

export const title =
  'From the archive and deploy/ alone: install behind Caddy with TLS, first owner, backup, upgrade, restore elsewhere';

const owner = { email: 'owner@agency.example', password: 'a long enough phrase of ours' };
const lead = { name: 'Ana Roy', email: 'ana@roy.example', message: 'Is the day over?' };

export default async function drill(_args: readonly string[], { folder }: DrillCall): Promise<void> {
  const user = process.getuid?.() === 0 ? 65534 : undefined;
  const programs: Stoppable[] = [];
  let server: InstalledServer | undefined;
  try {
    const release = await step('make the release', () => makeSignedRelease(folder));
    const first = await step('unpack the archive, link it, write the settings', () =>
      install(folder, 'opt', 'home', user, (opt) => unpackRelease(release, opt)),
    );
    server = await step('start', () => startInstalled(first, '/readyz'));
    const port = Number(first.environment['PORT']);
    const entrance = await step('Caddy with deploy/Caddyfile and a certificate by ACME', async () => {
      sameFile(first, 'deploy/Caddyfile');
      const caddy = await startCaddy(join(folder, 'caddy'), port);
      programs.push(...caddy.programs);
      return caddy.entrance;
    });
    expect((await requestThroughProxy(entrance, '/')).body, /<title>/);
    const keys = readStatus(first);
    await step('first owner, by the link of the command', () => becomeOwner(first, entrance, keys));
    await send(entrance, '/rest/v1/leads', lead, { apikey: keys['PUBLISHABLE_KEY'] ?? '' });
    await step('backup', () => expect(runInstalled(first, ['backup']), /^verified: /m));

    // That visitors wait during the update is tested by npm run drill -- restart.
    server = await step('update to the next release', async () => {
      linkRelease(join(folder, 'opt'), makeNextRelease(release, folder));
      await server?.stop();
      const started = await startInstalled(first, '/readyz');
      await untilPrinted(started, /1 migration applied/);
      return started;
    });
    await mustHaveLead(entrance, keys);
    await server.stop();
    // Lists what it would do, and changes nothing.
    expect(
      runInstalled(first, ['undo-upgrade']),
      /from version \d+\.\d+\.\d+\+\d{8}\.\w{8} to version 99\.0\.0/,
    );

    const [backup = ''] = findArchives(join(folder, 'home/backups'));
    const kept = join(folder, basename(backup));
    renameSync(backup, kept);
    rmSync(join(folder, 'home'), { recursive: true });
    const second = await step('install elsewhere, from the backup alone', async () => {
      const elsewhere = await install(
        folder,
        'opt2',
        'home2',
        user,
        (opt) => unpackRelease(release, opt),
        port,
      );
      expect(runInstalled(elsewhere, ['restore', kept]), /^restored: /m);
      return elsewhere;
    });
    server = await step('start there, behind the same name', () => startInstalled(second, '/readyz'));
    await mustHaveLead(entrance, readStatus(second));
    await signIn(entrance, keys);
    printIndented('the owner signs in with the same password, and the lead is there');
  } finally {
    await server?.stop();
    for (const program of programs.toReversed()) await program.stop();
  }
}

async function step<Result>(words: string, work: () => Result | Promise<Result>): Promise<Result> {
  const since = performance.now();
  const result = await work();
  printIndented(`${words} (${formatSecondsSince(since)})`);
  return result;
}

/** Its banner is printed after it serves. */
async function untilPrinted(server: InstalledServer, pattern: RegExp): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!pattern.test(server.output()) && Date.now() < deadline) await wait(100);
  expect(server.output(), pattern);
}

function expect(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`there is no ${String(pattern)} in:\n${text.slice(0, 3_000)}`);
}

async function install(
  folder: string,
  optName: string,
  homeName: string,
  user: number | undefined,
  unpack: (opt: string) => string,
  port?: number,
): Promise<Installation> {
  const [opt, home] = [join(folder, optName), join(folder, homeName)];
  for (const each of [opt, home]) mkdirSync(each);
  if (user !== undefined) chownSync(home, user, user);
  linkRelease(opt, unpack(opt));
  const chosen = String(port ?? (await findFreePort()));
  const settings = readFileSync(join(opt, 'fairlead/deploy/fairlead.env.example'), 'utf8')
    .replace(/^DATA_DIR=.*/m, `DATA_DIR=${home}/data`)
    .replace('www.example.com', drillHost);
  const added = `PORT=${chosen}\nBACKUP_TO=${home}/backups\nBACKUP_PASSPHRASE="a passphrase of the day"\n`;
  writeFileSync(join(opt, 'fairlead.env'), settings + added, { mode: 0o644 });
  const environment = { SETTINGS_FILE: join(opt, 'fairlead.env'), PORT: chosen };
  return { installed: join(opt, 'fairlead'), home, user, environment };
}

/** Does the same as `ln -sfn` in docs/operate/install.md. */
function linkRelease(opt: string, release: string): void {
  symlinkSync(release, join(opt, 'fairlead.new'));
  renameSync(join(opt, 'fairlead.new'), join(opt, 'fairlead'));
}

/** An archive of the same release with a higher version and one more migration. */
function makeNextRelease(release: MadeRelease, folder: string): string {
  const [making, opt] = [join(folder, 'making'), join(folder, 'opt')];
  mkdirSync(making);
  const made = unpackRelease(release, making);
  const name = 'fairlead-99.0.0';
  cpSync(made, join(making, name), { recursive: true, verbatimSymlinks: true });
  const manifest = join(making, name, 'package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(`"version": "${version}"`, '"version": "99.0.0"'),
  );
  writeFileSync(
    join(making, name, 'supabase/migrations/29991231000000_next.sql'),
    'create table private.next_release (id integer primary key);\n',
  );
  const archive = join(folder, `${name}.tar`);
  execFileSync('tar', ['-cf', archive, '-C', making, name]);
  rmSync(making, { recursive: true });
  execFileSync('tar', ['-xf', archive, '-C', opt]);
  rmSync(archive);
  return join(opt, name);
}

/** The drill's proxy uses the checkout's file, so the two must be equal. */
function sameFile({ installed }: Installation, file: string): void {
  const [shipped, ours] = [installed, projectRoot].map((root) => readFileSync(join(root, file), 'utf8'));
  if (shipped !== ours) throw new Error(`${file} of the release is an older one: npm run release`);
}

function readStatus(installation: Installation): Record<string, string> {
  const lines = runInstalled(installation, ['status']).matchAll(/^(\w+)='?([^'\n]*)'?$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

async function send(entrance: ProxyEndpoint, path: string, body: unknown, headers: Record<string, string>) {
  const response = await requestThroughProxy(entrance, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.body}`);
  return response.body;
}

async function signIn(entrance: ProxyEndpoint, keys: Record<string, string>): Promise<string> {
  const apikey = keys['PUBLISHABLE_KEY'] ?? '';
  const body = await send(entrance, '/auth/v1/token?grant_type=password', owner, { apikey });
  return (JSON.parse(body) as { access_token: string }).access_token;
}

async function becomeOwner(
  installation: Installation,
  entrance: ProxyEndpoint,
  keys: Record<string, string>,
) {
  const printed = runInstalled(installation, ['owner', owner.email]);
  const [, token] = new RegExp(`https://${drillHost}/auth\\?owner#owner=([^&\\s]+)`).exec(printed) ?? [];
  if (token === undefined) throw new Error(`no link in:\n${printed}`);
  const apikey = keys['PUBLISHABLE_KEY'] ?? '';
  await send(entrance, '/auth/v1/signup', { ...owner, data: { full_name: 'Ana Roy' } }, { apikey });
  const authorization = `Bearer ${await signIn(entrance, keys)}`;
  await send(entrance, '/rest/v1/rpc/claim_ownership', { token }, { apikey, authorization });
}

async function mustHaveLead(entrance: ProxyEndpoint, keys: Record<string, string>): Promise<void> {
  const headers = { apikey: keys['SECRET_KEY'] ?? '' };
  const { body } = await requestThroughProxy(
    entrance,
    '/rest/v1/leads?select=message&email=eq.ana@roy.example',
    {
      headers,
    },
  );
  if (body !== JSON.stringify([{ message: lead.message }])) throw new Error(`the lead is not there: ${body}`);
}
