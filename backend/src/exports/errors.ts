// Errors that the operator reads, entries of the log.
export { runCleanupSteps, notifyAll, untilAborted, withTimeout } from '../errors/call-all.ts';
export { formatCommandLine } from '../errors/format-command-line.ts';
export { type LogWriter, type LogEntry, redactPathForLog } from '../errors/log-entry.ts';
export { isUntrustedCertificate, privateAuthorityAdvice } from '../errors/untrusted-certificate.ts';
export {
  PermanentStartupError,
  StartupError,
  exitCodeOf,
  permanentFailureExitCode,
} from '../errors/startup-error.ts';
export { explainUnreadableFile } from '../errors/explain-unreadable-file.ts';
