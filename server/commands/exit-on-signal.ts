// Ends a command that a signal interrupts, with its exit handlers.
import { exitProcess } from '../process/exit-process.ts';

/** Node does not run exit handlers for a signal by default. */
export function exitOnSignal(): void {
  process.once('SIGINT', () => exitProcess(130));
  process.once('SIGTERM', () => exitProcess(143));
}
