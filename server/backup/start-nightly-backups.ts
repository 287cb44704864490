import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { writeLog } from '../log/write-log.ts';
import { projectRoot } from '../project-root.ts';
import { isLate, readBackupResult } from './backup-result.ts';
import { nextRun } from './next-run.ts';

const lowPriority = 10;
/** After a start, so that a server that was off at night catches up without slowing its first requests. */
const catchUpMs = 60_000;

/**
 * Runs `npm run backup` in a process of its own each night at BACKUP_AT, where BACKUP_TO and BACKUP_PASSPHRASE are set.
 * Returns the function that ends it, with a backup that is being written.
 */
export function startNightlyBackups(config: Config, firstAfterMs = catchUpMs): () => Promise<void> {
  const { SUPABASE_URL, BACKUP_TO, BACKUP_PASSPHRASE, BACKUP_AT, DATA_DIR } = config;
  if (SUPABASE_URL || !BACKUP_TO || !BACKUP_PASSPHRASE) return () => Promise.resolve();
  let running: ChildProcess | undefined;
  let timer: NodeJS.Timeout;
  let isStopping = false;

  function schedule(): void {
    const delayMs = nextRun(BACKUP_AT, new Date()).getTime() - Date.now();
    timer = setTimeout(() => void run().then(schedule), delayMs).unref();
  }

  async function run(): Promise<void> {
    const child = spawn(process.execPath, [join(projectRoot, 'cli/main.ts'), 'backup'], {
      cwd: projectRoot,
      env: config.environment as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running = child;
    if (child.pid !== undefined) setPriority(child.pid, lowPriority);
    const [[code], errors] = await Promise.all([
      once(child, 'close') as Promise<[number]>,
      text(child.stderr),
    ]);
    running = undefined;
    if (code === 0) writeLog({ level: 'info', event: 'backup.finished', message: describe() });
    else if (!isStopping) writeLog({ level: 'error', event: 'backup.failed', message: errors.trim() });
  }

  function describe(): string {
    const { succeeded } = readBackupResult(DATA_DIR);
    return `${succeeded?.file}, ${succeeded?.isVerified ? 'verified' : 'not verified'}`;
  }

  schedule();
  const catchUp = setTimeout(() => {
    if (isLate(readBackupResult(DATA_DIR))) void run();
  }, firstAfterMs).unref();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    clearTimeout(catchUp);
    if (running === undefined) return;
    const ended = once(running, 'close');
    running.kill('SIGTERM');
    await ended;
  };
}
