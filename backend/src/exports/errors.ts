// Errors that the operator reads, entries of the log.
export { closeAll, notifyAll } from '../errors/call-all.ts';
export { commandLine } from '../errors/command-line.ts';
export { type Log, type LogEntry, loggedPath } from '../errors/log-entry.ts';
export {
  PermanentStartupError,
  StartupError,
  exitCodeOf,
  permanentFailureExitCode,
} from '../errors/startup-error.ts';
