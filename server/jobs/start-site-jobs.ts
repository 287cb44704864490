import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import type { ServerConfig } from '../settings/config.ts';
import { startOrphanedFileDeletion } from './delete-orphaned-files.ts';
import { startLeadEscalations } from './escalate-leads.ts';
import { startRowExpiry } from './expire-rows.ts';
import { startPublishingDueDrafts } from './publish-due-drafts.ts';
import { startMailSending } from './send-mail.ts';
import { startErasureStorage } from './store-erasures.ts';

/** Returns the function that stops them. */
export function startSiteJobs(
  config: ServerConfig,
  connected: ConnectedBackend,
  callLimit: AbortSignal,
): () => Promise<void> {
  const client = createSecretKeyClient(connected.access, connected.keys);
  const running = [
    startMailSending(config, connected, { callLimit }),
    startOrphanedFileDeletion(client),
    startRowExpiry(client),
    startLeadEscalations(client),
    startPublishingDueDrafts(client),
    startErasureStorage(config, connected, callLimit),
  ];
  return async () => {
    await Promise.all(running.map((job) => job.stop()));
  };
}
