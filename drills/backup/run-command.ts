import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';

export const passphrase = 'a passphrase for the drill';

interface Account {
  uid: number;
  gid: number;
}

/** A command of the product; resolves with what it printed, and throws that when it fails. */
export async function runCommand(
  command: string[],
  environment: Record<string, string>,
  account?: Account,
): Promise<string> {
  const child = spawn(process.execPath, [join(projectRoot, 'cli/main.ts'), ...command], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], BACKUP_PASSPHRASE: passphrase, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  const [[code], output, errors] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}

export function print(line: string): void {
  process.stdout.write(`  ${line}\n`);
}

export function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}
