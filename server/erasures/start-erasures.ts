import { secretClient } from '../../site/app/data/server-settings.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import { openKnownTarget } from '../backup/target-identity.ts';
import type { Config } from '../config.ts';
import { writeLog } from '../log/write-log.ts';
import { keepErasures, reapplyErasures, type ErasureKeeping } from './keep-erasures.ts';

const oneHourMs = 3_600_000;

function keepingOf({ DATA_DIR }: Config, { access, keys }: ConnectedBackend): ErasureKeeping {
  return { client: secretClient(access, keys), dataDir: DATA_DIR, log: writeLog };
}

/** Before the first request: a restored database must show nobody who was erased. A failure is tried again each hour. */
export async function reapplyAtStart(config: Config, connected: ConnectedBackend): Promise<void> {
  await reapplyErasures(keepingOf(config, connected)).catch(report);
}

/** Now, each hour, and after every erasure. `stop` waits for the work in progress. */
export function startErasures(config: Config, connected: ConnectedBackend): { stop: () => Promise<void> } {
  const keeping = keepingOf(config, connected);
  let isStopped = false;
  let work = run();
  const timer = setInterval(wake, oneHourMs);
  timer.unref();

  async function run(): Promise<void> {
    const { BACKUP_TO, BACKUP_PASSPHRASE, SUPABASE_URL } = config;
    const hasBackups = BACKUP_TO && BACKUP_PASSPHRASE && !SUPABASE_URL;
    try {
      await keepErasures(keeping, hasBackups ? (await openKnownTarget(config)).target : undefined);
    } catch (error) {
      report(error);
    }
  }

  /** One at a time; the next one sees what came meanwhile. */
  function wake(): void {
    if (!isStopped) work = work.then(run);
  }

  connected.backend?.onCommit((tables) => {
    if (tables.includes('private.erasures') || tables.includes('*')) wake();
  });
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await work;
    },
  };
}

function report(error: unknown): void {
  writeLog({ level: 'error', event: 'erasures.not_kept', message: (error as Error).message });
}
