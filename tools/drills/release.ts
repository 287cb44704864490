import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { chown, rm } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../e2e/product/product.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { findArchives } from './backup/find-archives.ts';
import { makeSignedRelease, unpackRelease, verifyRelease } from './installation/unpack-release.ts';
import {
  runInstalled,
  startInstalled,
  type Installation,
  type InstalledServer,
} from './installation/run-installed.ts';

export const title =
  'A release is made, signed and verified as docs/operate/install.md has it; unpacked as another user, it serves without the checkout';

/** Maximum time to the first page on an idle machine; on a busy one the processor time is compared. */
const servedSeconds = 5;
const firstStarts = 3;

export default async function drill(_args: readonly string[], { folder }: DrillCall): Promise<void> {
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o755 });
  const user = process.getuid?.() === 0 ? 65534 : undefined;
  if (user !== undefined) await chown(home, user, user);
  const release = await makeSignedRelease(folder);
  verifyRelease(release);
  const installed = unpackRelease(release, folder);
  checkContents(installed);
  const environment = {
    DATA_DIR: join(home, 'data'),
    PORT: String(await findFreePort()),
    BACKUP_TO: join(home, 'backups'),
    BACKUP_PASSPHRASE: 'a passphrase of the drill',
  };
  const installation = { installed, home, user, environment };
  const server = await measureFirstStarts(installation);
  try {
    await look(server.url);
    expectLine(runInstalled(installation, ['status']), /^API_URL=http/m);
    expectLine(runInstalled(installation, ['status', '--help']), /^Usage: \.\/fairlead status /);
    expectLine(runInstalled(installation, ['owner', 'ana@example.com']), /#owner=/);
    expectLine(runInstalled(installation, ['backup']), /^verified: /m);
  } finally {
    await server.stop();
  }
  const [backup = ''] = findArchives(environment.BACKUP_TO);
  const elsewhere = { ...installation, environment: { ...environment, DATA_DIR: join(home, 'restored') } };
  expectLine(runInstalled(elsewhere, ['restore', backup]), /^restored: /m);
  const restored = await startInstalled(elsewhere);
  report(`the backup, restored into another folder: ${describeStart(restored)}`);
  await look(restored.url);
  await restored.stop();
}

/** Each starts in an empty data folder; the last one keeps running. */
async function measureFirstStarts(installation: Installation): Promise<InstalledServer> {
  const times: number[] = [];
  for (let round = 1; ; round += 1) {
    const server = await startInstalled(installation);
    times.push(Math.min(server.seconds, server.processorSeconds));
    report(`first start: ${describeStart(server)}`);
    if (round === firstStarts) {
      const median = times.toSorted((a, b) => a - b)[Math.floor(firstStarts / 2)] ?? 0;
      if (median <= servedSeconds) return server;
      await server.stop();
      throw new Error(`it took longer than ${servedSeconds} s`);
    }
    await server.stop();
    await rm(installation.environment['DATA_DIR'] ?? '', { recursive: true });
  }
}

function describeStart({ seconds, processorSeconds }: InstalledServer): string {
  return `served after ${seconds.toFixed(1)} s (${processorSeconds.toFixed(1)} s of processor time, load ${loadavg()[0]?.toFixed(1)})`;
}

/** Requests a page, a share image, a picture (both libvips) and the services of the backend. */
async function look(url: string): Promise<void> {
  const home = await (await fetch(url)).text();
  const [, image = 'no share image'] = /og:image" content="https?:\/\/[^/]+(\/share\/[^"]+)/.exec(home) ?? [];
  for (const path of ['/services', image, '/auth/v1/health', '/readyz']) {
    const response = await fetch(url + path);
    const { length } = await response.bytes();
    if (!response.ok || length === 0) throw new Error(`${path}: ${response.status}, ${length} bytes`);
  }
}

function checkContents(installed: string): void {
  for (const file of ['sbom.cdx.json', 'LICENCES.txt', 'THIRD_PARTY_NOTICES.md', 'deploy/fairlead.service'])
    if (!existsSync(join(installed, file))) throw new Error(`${file} is not in the release`);
  const { components } = JSON.parse(readFileSync(join(installed, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[];
  };
  const named = new Set(components.map(({ name }) => name));
  for (const name of ['node.js', 'postgresql', 'hono', 'react', 'sharp'])
    if (!named.has(name)) throw new Error(`the bill of materials has no ${name}`);
  report(`${components.length} components in the bill of materials`);
}

function expectLine(output: string, line: RegExp): void {
  if (!line.test(output)) throw new Error(`there is no ${String(line)} in:\n${output}`);
}

function report(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
