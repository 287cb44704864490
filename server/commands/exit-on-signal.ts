import { exitProcess } from '../exit-process.ts';

/** Runs the exit handlers on a signal, which Node does not do by default. */
export function exitOnSignal(): void {
  process.once('SIGINT', () => exitProcess(130));
  process.once('SIGTERM', () => exitProcess(143));
}
