// What Node's permission model leaves open and a handler of requests has no use for. It stops code that follows the
// documented ways, not one that finds a hole in Node: the user and the bounds of the process are for that.
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import v8 from 'node:v8';

type Unlisted = NodeJS.Process & {
  _kill: (pid: unknown, signal: number) => number;
  _debugProcess: unknown;
};

/** Call it before any code of a function is loaded. */
export function hardenProcess(): void {
  const unlisted = process as Unlisted;
  const { EPERM } = os.constants.errno;

  // process.kill ends here, and reports a negative number as that error.
  const kill = unlisted._kill.bind(process);
  const own = process.pid;
  fix(process, '_kill', (pid: unknown, signal: number) => (pid === own ? kill(pid, signal) : -EPERM));
  // Sends SIGUSR1, which opens the inspector of another process.
  fix(process, '_debugProcess', denied('process._debugProcess'));
  for (const name of ['setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups'] as const) {
    fix(process, name, denied(`process.${name}`));
  }
  fix(os, 'setPriority', denied('os.setPriority'));
  // Some flags make V8 write files.
  fix(v8, 'setFlagsFromString', denied('v8.setFlagsFromString'));
  syncBuiltinESMExports();
}

function fix(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: true });
}

function denied(name: string): () => never {
  return () => {
    throw Object.assign(new Error(`${name} is not offered to functions`), { code: 'ERR_ACCESS_DENIED' });
  };
}
