import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { createServer, type Server } from 'node:net';
import { startProductProgram, type Program, type ProductOptions } from '@fairlead/backend/testing';
import { findFreePort } from './product.ts';

export const nobodyAccount = { uid: 65534, gid: 65534 };
export const isRoot = process.getuid?.() === 0;

/** Starts a program of the project with the environment of an operator. */
export function startCommand(
  program: string[],
  environment: Record<string, string>,
  options: ProductOptions = {},
): Program {
  const common = { TMPDIR: tmpdir(), NODE_ENV: 'production' };
  return startProductProgram(program, { ...common, ...environment }, options);
}

/** Runs the server until it ends; returns its exit code, and its output as lines. */
export async function runServerToEnd(environment: Record<string, string>, options: ProductOptions = {}) {
  const command = startCommand(
    ['server/commands/main.ts', 'start'],
    { PORT: String(await findFreePort()), ...environment },
    options,
  );
  const code = await command.exited;
  return { code, lines: command.output().trim().split('\n') };
}

/** The processes of a data folder, which is named in their command or their environment. */
export function listProcessesOf(folder: string): string[] {
  const list = spawnSync('ps', ['-eo', 'pid,args', 'e'], { encoding: 'utf8' }).stdout;
  return list.split('\n').filter((line) => line.includes(folder) && !line.includes('ps -eo'));
}

export async function occupyPort(port: number): Promise<Server> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  return holder;
}
