import { secretClient } from '../../site/app/data/server-settings.ts';
import { startUploadSweeper } from '../../site/app/dashboard/media/receive/sweep.server.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import type { Config } from '../config.ts';
import { startErasures } from '../erasures/start-erasures.ts';
import { writeLog } from '../log/write-log.ts';
import { startEscalations } from '../leads/start-escalations.ts';
import { startMailWorker } from '../mail/start-mail-worker.ts';

export function startBackgroundJobs(
  config: Config,
  connected: ConnectedBackend,
): { stop: () => Promise<void> } {
  const mailWorker = startMailWorker(config, connected);
  const client = secretClient(connected.access, connected.keys);
  const sweeper = startUploadSweeper({ client, log: writeLog });
  const escalations = startEscalations({ client, log: writeLog });
  const erasures = startErasures(config, connected);
  return {
    async stop() {
      await Promise.all([sweeper.stop(), mailWorker.stop(), escalations.stop(), erasures.stop()]);
    },
  };
}
