// One function in a process of its own: it may crash, loop or eat memory, and only its own callers notice.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { launch } from './launch.ts';
import type { LaunchOptions } from './launch.ts';
import { readLines } from './read-lines.ts';
import { cpuTimeMs } from './cpu-time.ts';

export interface FunctionProcess {
  /** Where it listens, once it is ready. */
  socketPath: string;
  /** Resolves when it listens; rejects when it could not start. */
  ready: Promise<void>;
  /** Resolves when it is gone, with why. */
  ended: Promise<'stuck' | 'ended'>;
  stop(): void;
}

export interface ProcessOptions extends LaunchOptions {
  /** Changes when the file does. */
  version: number;
  /** Called with each line that the function prints. */
  print: (line: string) => void;
}

const beatMs = 500;
const longestLine = 10_000;

export function startFunctionProcess(order: ProcessOptions): FunctionProcess {
  const { limits } = order;
  const { child, privateFolder, socketPath } = launch(order);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) readLines(stream, longestLine, order.print);
  }
  const pulse = child.stdio[3] as Duplex;
  pulse.on('error', () => {});
  let why = 'ended' as 'stuck' | 'ended';
  const watch = watchLoop(child, pulse, limits.stuckCpuMs, () => {
    why = 'stuck';
    child.kill('SIGKILL');
  });
  const ended = new Promise<typeof why>((resolve) => {
    function end(): void {
      clearInterval(watch);
      rmSync(privateFolder, { recursive: true, force: true });
      resolve(why);
    }
    child.once('exit', end);
    child.once('error', end);
  });
  const ready = whenReady(child, pulse, ended, limits.bootTimeoutMs);
  // Whoever enters hears of it; perhaps nobody does.
  ready.catch(() => {});
  return { socketPath, ready, ended, stop: () => void child.kill('SIGKILL') };
}

async function whenReady(
  child: ChildProcess,
  pulse: Duplex,
  ended: Promise<unknown>,
  mostMs: number,
): Promise<void> {
  const patience = setTimeout(() => child.kill('SIGKILL'), mostMs);
  const first = await Promise.race([once(pulse, 'data'), ended]);
  clearTimeout(patience);
  if (!Array.isArray(first)) throw new Error('the function did not start');
}

/**
 * Asks the process for a sign of life twice a second. One that gives none while it uses the processor is stuck; one
 * that merely waits for its turn on a busy machine is not.
 */
function watchLoop(
  child: ChildProcess,
  pulse: Duplex,
  stuckCpuMs: number,
  stuck: () => void,
): NodeJS.Timeout {
  // The first byte says that it is ready; until then its time to start is the bound.
  let asked: boolean | undefined;
  let cpuAtLastSign: number | null = null;
  pulse.on('data', () => {
    asked = false;
  });
  return setInterval(() => void beat(), beatMs).unref();

  async function beat(): Promise<void> {
    if (child.pid === undefined || pulse.destroyed || asked === undefined) return;
    const cpu = await cpuTimeMs(child.pid);
    if (!asked) {
      cpuAtLastSign = cpu;
      asked = true;
      pulse.write('?');
    } else if (cpu !== null && cpuAtLastSign !== null && cpu - cpuAtLastSign > stuckCpuMs) {
      stuck();
    }
  }
}
