// Disables what Node's permission model leaves open and a request handler does not need. This stops code that uses
// Node's API, not an exploit; the process's user and limits are for that.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import v8 from 'node:v8';

type ProcessInternals = NodeJS.Process & {
  _kill: (pid: unknown, signal: number) => number;
  _debugProcess: unknown;
};

/** Call before any code of a function is loaded. */
export function hardenProcess(): void {
  const internals = process as ProcessInternals;
  const { EPERM } = os.constants.errno;

  // process.kill calls this, and throws a negative result as an error; so could a function.
  const kill = internals._kill.bind(process);
  const { pid: ownPid } = process;
  lock(process, '_kill', (pid: unknown, signal: number) => (pid === ownPid ? kill(pid, signal) : -EPERM));
  // Sends SIGUSR1, which opens the inspector of another process.
  lock(process, '_debugProcess', denied('process._debugProcess'));
  for (const name of ['setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'] as const) {
    lock(process, name, denied(`process.${name}`));
  }
  lock(os, 'setPriority', denied('os.setPriority'));
  // Some flags make V8 write files.
  lock(v8, 'setFlagsFromString', denied('v8.setFlagsFromString'));
  syncBuiltinESMExports();
}

function lock(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: true });
}

function denied(name: string): () => never {
  return () => {
    throw Object.assign(new Error(`${name} is not offered to functions`), { code: 'ERR_ACCESS_DENIED' });
  };
}
