// Isolates a function in a process: it may crash, loop or exhaust its memory without harm to anything else.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Duplex, Readable } from 'node:stream';
import { spawnFunctionProcess, type FunctionSpawnOptions } from './spawn-function-process.ts';
import { readFile } from 'node:fs/promises';

export type FunctionStopReason = 'idle' | 'termination';

export interface FunctionProcessOptions extends FunctionSpawnOptions {
  /** Changes when the function's file or the keys change; a process of another version accepts no new calls. */
  version: string;
  printLine: (line: string) => void;
}

const heartbeatMs = 500;
const unloadMs = 1_000;
const maxLineLength = 10_000;

export function startFunctionProcess(options: FunctionProcessOptions) {
  const { limits } = options;
  const { child, privateFolder, socketPath } = spawnFunctionProcess(options);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) forEachLine(stream, maxLineLength, options.printLine);
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
  // Prevents an unhandled rejection if no call awaits it.
  ready.catch(() => {});
  function stop(stopReason: FunctionStopReason): void {
    if (!heartbeat.writable) return void child.kill('SIGKILL');
    heartbeat.write(stopReason === 'idle' ? 'i' : 't');
    const unloading = setTimeout(() => child.kill('SIGKILL'), unloadMs);
    void ended.then(() => clearTimeout(unloading));
  }
  return { socketPath, ready, ended, stop };
}

export type FunctionProcess = ReturnType<typeof startFunctionProcess>;

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
  // Undefined until the function has sent its first byte, when it is ready. Until then the boot timeout applies.
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

// USER_HZ, which is the same on every Linux that Node supports.
const ticksPerSecond = 100;

/** null if the system has no /proc. */
async function cpuTimeMs(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command in brackets may contain anything; user and system time are the 12th and 13th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return null;
  }
}

/** Calls `report` for each line, cut at `maxLength`. */
export function forEachLine(stream: Readable, maxLength: number, report: (line: string) => void): void {
  let partial = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [first = '', ...others] = text.split('\n');
    partial = (partial + first.slice(0, maxLength)).slice(0, maxLength);
    for (const line of others) {
      report(partial.replace(/\r$/, ''));
      partial = line.slice(0, maxLength);
    }
  });
  stream.on('end', () => {
    if (partial !== '') report(partial);
  });
  stream.on('error', () => {});
}
