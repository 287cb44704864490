import type { AuditRecorder } from '../observe/create-audit-recorder.ts';
import { startJob, type Job, type RunningJob } from './start-job.ts';

export const recordReads: Job = {
  name: 'record-reads',
  what: 'hands counts of rows that accounts have read to the audit log',
  everyMs: 20_000,
  runsAtStart: false,
  failure: { level: 'error', event: 'audit.unwritten', repeatMs: 0 },
  metrics: [],
};

/** The recorder logs what it could not write, because it also writes at other times. */
export function startReadRecording({ writeReads }: AuditRecorder): RunningJob {
  return startJob(recordReads, writeReads);
}
