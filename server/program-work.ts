// Marks asynchronous work as the program's own, to distinguish it from work of a request.
import { AsyncLocalStorage } from 'node:async_hooks';

const work = new AsyncLocalStorage<'program'>();

/** Start, timers and workers of the program, and all that follows from them. */
export function runAsProgramWork<T>(run: () => T): T {
  return work.run('program', run);
}

/** For a listener: requests and sockets are not the program's own work, whatever it does for them. */
export function leaveProgramWork<T>(run: () => T): T {
  return work.exit(run);
}

/** Also while an uncaught error is handled: of what threw it. */
export function isProgramWork(): boolean {
  return work.getStore() === 'program';
}
