import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../e2e/product/product.ts';
import { unpackRelease } from './installation/unpack-release.ts';
import { runInstalled, startInstalled } from './installation/run-installed.ts';

export const title =
  'The archive of npm run release, unpacked as another user, serves without the checkout (make it first)';

/** Served within this time where nothing else runs; on a busy machine the processor time says it. */
const servedSeconds = 5;

export default async function drill(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-release-'));
  await chmod(folder, 0o711);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o755 });
  const user = process.getuid?.() === 0 ? 65534 : undefined;
  if (user !== undefined) await chown(home, user, user);
  try {
    const installed = unpackRelease(folder);
    checkContents(installed);
    const environment = {
      DATA_DIR: join(home, 'data'),
      PORT: String(await freePort()),
      BACKUP_TO: join(home, 'backups'),
      BACKUP_PASSPHRASE: 'a passphrase of the drill',
    };
    const installation = { installed, home, user, environment };
    const server = await startInstalled(installation);
    report(
      `served after ${server.seconds.toFixed(1)} s (${server.processorSeconds.toFixed(1)} s of processor time)`,
    );
    if (Math.min(server.seconds, server.processorSeconds) > servedSeconds)
      throw new Error(`it took longer than ${servedSeconds} s`);
    try {
      await look(server.url);
      expectLine(runInstalled(installation, ['status']), /^API_URL=http/m);
      expectLine(runInstalled(installation, ['owner', 'ana@example.com']), /#owner=/);
      expectLine(runInstalled(installation, ['backup']), /^verified: /m);
    } finally {
      await server.stop();
    }
    const [backup = ''] = readdirSync(environment.BACKUP_TO).filter((name) => name.endsWith('.age'));
    const elsewhere = { ...installation, environment: { ...environment, DATA_DIR: join(home, 'restored') } };
    expectLine(runInstalled(elsewhere, ['restore', join(environment.BACKUP_TO, backup)]), /^restored: /m);
    const restored = await startInstalled(elsewhere);
    report(`the backup, restored into another folder, served after ${restored.seconds.toFixed(1)} s`);
    await look(restored.url);
    await restored.stop();
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

/** A page, a share image (Skia), a picture (libvips) and the services of the backend. */
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
  const megabytes = Number.parseInt(
    execFileSync('du', ['-s', '--block-size=1MB', installed], { encoding: 'utf8' }),
    10,
  );
  report(`${megabytes} MB unpacked, ${components.length} components in the bill of materials`);
  if (megabytes > 300) throw new Error('more than 300 MB');
}

function expectLine(output: string, line: RegExp): void {
  if (!line.test(output)) throw new Error(`there is no ${String(line)} in:\n${output}`);
}

function report(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
