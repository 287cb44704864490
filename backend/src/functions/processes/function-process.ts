// A function may crash, loop or use up memory without harm to anything else.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { launch } from './launch.ts';
import type { LaunchOptions } from './launch.ts';
import { readLines } from './read-lines.ts';
import { cpuTimeMs } from './cpu-time-ms.ts';

export type StopReason = 'idle' | 'termination';

export interface FunctionProcess {
  socketPath: string;
  /** Resolves when it listens; rejects when it cannot start. */
  ready: Promise<void>;
  /** Resolves with the reason when it has exited. */
  ended: Promise<'stuck' | 'ended'>;
  /** The function is notified (`beforeunload`) and has a second for what it began. */
  stop(reason: StopReason): void;
}

export interface ProcessOptions extends LaunchOptions {
  /** Changes with the file and the keys: a process of another version takes no new calls. */
  version: string;
  printLine: (line: string) => void;
}

const heartbeatMs = 500;
const unloadMs = 1_000;
const maxLineLength = 10_000;

export function startFunctionProcess(options: ProcessOptions): FunctionProcess {
  const { limits } = options;
  const { child, privateFolder, socketPath } = launch(options);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) readLines(stream, maxLineLength, options.printLine);
  }
  const heartbeat = child.stdio[3] as Duplex;
  heartbeat.on('error', () => {});
  let reason = 'ended' as 'stuck' | 'ended';
  const timer = watchLoop(child, heartbeat, limits.stuckCpuMs, () => {
    reason = 'stuck';
    child.kill('SIGKILL');
  });
  const ended = new Promise<typeof reason>((resolve) => {
    function end(): void {
      clearInterval(timer);
      rmSync(privateFolder, { recursive: true, force: true });
      resolve(reason);
    }
    child.once('exit', end);
    child.once('error', end);
  });
  const ready = whenReady(child, heartbeat, ended, limits.bootTimeoutMs);
  // Calls await it; there may be none left.
  ready.catch(() => {});
  function stop(stopReason: StopReason): void {
    if (!heartbeat.writable) return void child.kill('SIGKILL');
    heartbeat.write(stopReason === 'idle' ? 'i' : 't');
    const unloading = setTimeout(() => child.kill('SIGKILL'), unloadMs);
    void ended.then(() => clearTimeout(unloading));
  }
  return { socketPath, ready, ended, stop };
}

async function whenReady(
  child: ChildProcess,
  heartbeat: Duplex,
  ended: Promise<unknown>,
  timeoutMs: number,
): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const first = await Promise.race([once(heartbeat, 'data'), ended]);
  clearTimeout(timer);
  if (!Array.isArray(first)) throw new Error('the function did not start');
}

/** A process that uses processor time without responding is stuck; one that only waits on a busy machine is not. */
function watchLoop(
  child: ChildProcess,
  heartbeat: Duplex,
  stuckCpuMs: number,
  onStuck: () => void,
): NodeJS.Timeout {
  // undefined until the first byte: ready. Until then the boot timeout applies.
  let pinged: boolean | undefined;
  let cpuAtLastPing: number | null = null;
  heartbeat.on('data', () => {
    pinged = false;
  });
  return setInterval(() => void beat(), heartbeatMs).unref();

  async function beat(): Promise<void> {
    if (child.pid === undefined || heartbeat.destroyed || pinged === undefined) return;
    const cpu = await cpuTimeMs(child.pid);
    if (!pinged) {
      cpuAtLastPing = cpu;
      pinged = true;
      heartbeat.write('?');
    } else if (cpu !== null && cpuAtLastPing !== null && cpu - cpuAtLastPing > stuckCpuMs) {
      onStuck();
    }
  }
}
