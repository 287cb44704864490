// Marks asynchronous work as the program's own, to distinguish it from work of a request.
import { AsyncLocalStorage } from 'node:async_hooks';

const work = new AsyncLocalStorage<'program'>();

/** Runs the start, timers and workers of the program; everything that they call is marked too. */
export function runInProgramContext<T>(run: () => T): T {
  return work.run('program', run);
}

/** For a listener: requests and sockets are not the program's own work, even if the program opened the listener. */
export function runOutsideProgramContext<T>(run: () => T): T {
  return work.exit(run);
}

/** Also works while an uncaught error is handled, for the code that threw it. */
export function isInProgramContext(): boolean {
  return work.getStore() === 'program';
}
