import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startProductProgram,
  type Program,
  type ProductOptions,
} from '../../backend/wire-tests/start-program.ts';
import { freePort } from './product.ts';

export const nobody = { uid: 65534, gid: 65534 };
export const isRoot = process.getuid?.() === 0;

/** A program of the project with the environment of an operator. */
export function startCommand(
  program: string[],
  environment: Record<string, string>,
  options: ProductOptions = {},
): Program {
  const common = { TMPDIR: tmpdir(), NODE_ENV: 'production' };
  return startProductProgram(program, { ...common, ...environment }, options);
}

/** Runs the server until it ends by itself: its exit code, and its words as lines. */
export async function runToEnd(environment: Record<string, string>, options: ProductOptions = {}) {
  const command = startCommand(
    ['server/commands/main.ts', 'start'],
    { PORT: String(await freePort()), ...environment },
    options,
  );
  const code = await command.exited;
  return { code, lines: command.output().trim().split('\n') };
}

/** The processes of a data folder: those told of it by their command or their environment. */
export function processesOf(folder: string): string[] {
  const list = spawnSync('ps', ['-eo', 'pid,args', 'e'], { encoding: 'utf8' }).stdout;
  return list.split('\n').filter((line) => line.includes(folder) && !line.includes('ps -eo'));
}

export function temporaryFolder(mode = 0o711, owner?: { uid: number; gid: number }): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-commands-'));
  chmodSync(folder, mode);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}

/** Removes a data folder, and the database that root may keep for it under /var/lib. */
export function removeFolder(folder: string): void {
  const metadataFile = join(folder, 'database.json');
  const { home } = existsSync(metadataFile)
    ? (JSON.parse(readFileSync(metadataFile, 'utf8')) as { home?: string })
    : {};
  if (home?.startsWith('/var/lib/fairlead/')) rmSync(home, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

export async function holdPort(port: number): Promise<Server> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  return holder;
}
