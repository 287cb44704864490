// One function in a process of its own: it may crash, loop or eat memory, and only its own callers notice.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FunctionLimits } from '../limits.ts';
import { permissionArguments } from './permissions.ts';
import { cpuMsOf } from './usage.ts';

export interface FunctionProcess {
  /** Where it listens, once it is ready. */
  socketPath: string;
  /** Resolves when it listens; rejects when it could not start. */
  ready: Promise<void>;
  /** Resolves when it is gone, with why. */
  ended: Promise<'stuck' | 'ended'>;
  stop(): void;
}

export interface ProcessOrder {
  /** File of the function, absolute. */
  entry: string;
  /** Changes when the file does. */
  version: number;
  /** The folder supabase/functions. */
  folder: string;
  environment: Record<string, string>;
  limits: FunctionLimits;
  /** Hears each line that the function prints. */
  print: (line: string) => void;
}

const program = fileURLToPath(new URL('../inside/main.ts', import.meta.url));
const programFolder = fileURLToPath(new URL('../inside', import.meta.url));
const beatMs = 500;
/** What is left of a loop where nothing else ends it. */
const mostCpuSeconds = 1_800;
/** What V8 reserves at its start and never fills, counted by the system all the same: measured 530 MiB on x64. */
const reservedMib = 560;

export function startProcess(order: ProcessOrder): FunctionProcess {
  const { limits } = order;
  // Private: whoever may enter could call functions past the check of keys.
  const room = mkdtempSync(join(tmpdir(), 'function-'));
  const socketPath = join(room, 's');
  const child = spawnBounded(order, socketPath);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', order.print);
  }
  let why = 'ended' as 'stuck' | 'ended';
  const watch = watchLoop(child, limits.stuckCpuMs, () => {
    why = 'stuck';
    child.kill('SIGKILL');
  });
  const ended = new Promise<typeof why>((resolve) => {
    function end(): void {
      clearInterval(watch);
      rmSync(room, { recursive: true, force: true });
      resolve(why);
    }
    child.once('exit', end);
    child.once('error', end);
  });
  const ready = whenReady(child, ended, limits.bootMs);
  // Whoever enters hears of it; perhaps nobody does.
  ready.catch(() => {});
  return { socketPath, ready, ended, stop: () => void child.kill('SIGKILL') };
}

async function whenReady(child: ChildProcess, ended: Promise<unknown>, mostMs: number): Promise<void> {
  const patience = setTimeout(() => child.kill('SIGKILL'), mostMs);
  const first = await Promise.race([once(child, 'message'), ended]);
  clearTimeout(patience);
  if (!Array.isArray(first)) throw new Error('the function did not start');
}

function spawnBounded(
  { entry, folder, environment, limits }: ProcessOrder,
  socketPath: string,
): ChildProcess {
  const node = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    ...permissionArguments([folder, programFolder]),
    program,
    entry,
    socketPath,
  ];
  return spawn('/bin/sh', ['-c', launcher(limits.memoryMib), 'sh', ...node], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A group of its own: Ctrl+C must reach us first, so that calls end before their function does.
    detached: true,
  });
}

/**
 * Counts what may be written to, wherever it was taken from: buffers as well as the heap of scripts. Where setpriv is
 * there (util-linux), the kernel ends the process with its server, kill -9 included, even in the middle of a loop.
 */
function launcher(memoryMib: number): string {
  return `
    ulimit -d ${(reservedMib + memoryMib) * 1024} 2>/dev/null
    ulimit -t ${mostCpuSeconds} 2>/dev/null
    if setpriv --pdeathsig KILL true 2>/dev/null; then exec setpriv --pdeathsig KILL "$@"; fi
    exec "$@"`;
}

/**
 * Asks the process for a sign of life twice a second. One that gives none while it uses the processor is stuck; one
 * that merely waits for its turn on a busy machine is not.
 */
function watchLoop(child: ChildProcess, stuckCpuMs: number, stuck: () => void): NodeJS.Timeout {
  // The first message says that it is ready; until then its time to start is the bound.
  let asked: boolean | undefined;
  let cpuAtLastSign: number | null = null;
  child.on('message', () => {
    asked = false;
  });
  return setInterval(() => void beat(), beatMs).unref();

  async function beat(): Promise<void> {
    if (child.pid === undefined || !child.connected || asked === undefined) return;
    const cpu = await cpuMsOf(child.pid);
    if (!asked) {
      cpuAtLastSign = cpu;
      asked = true;
      child.send('alive?', () => {});
    } else if (cpu !== null && cpuAtLastSign !== null && cpu - cpuAtLastSign > stuckCpuMs) {
      stuck();
    }
  }
}
