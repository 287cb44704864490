// Ends the process at once, also while a name is being looked up.
import { existsSync } from 'node:fs';

const shell = '/bin/sh';

/**
 * process.exit() waits for the threads of libuv, and a look-up without an answer occupies one for up to 20 seconds. A
 * process that is replaced waits for none.
 */
export function exitProcess(code: number): never {
  const isLookingUp = process.getActiveResourcesInfo().some((name) => name.startsWith('GetAddrInfo'));
  if (!isLookingUp || !existsSync(shell)) process.exit(code);
  process.emit('exit', code);
  process.execve?.(shell, ['sh', '-c', `exit ${code}`], {});
  process.exit(code);
}
