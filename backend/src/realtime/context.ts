// The shared state of the realtime service: limits, topics, presence, change feed, cluster bus.
import type { Pool } from 'pg';
import type { FairSemaphore } from '../limits/fair-semaphore.ts';
import type { PublicationCatalog } from './changes/catalog.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { PresenceTracker } from './channels/presence-tracker.ts';
import type { TopicRegistry } from './channels/topic-registry.ts';
import type { RealtimeLimits } from './config.ts';
import type { ClusterBus } from './cluster/cluster-bus.ts';
import type { RealtimeDeps } from './deps.ts';

export interface RealtimeContext {
  deps: RealtimeDeps;
  limits: RealtimeLimits;
  /** Sessions that assume the roles of callers. */
  callerPool: Pool;
  topics: TopicRegistry;
  presence: PresenceTracker;
  catalog: PublicationCatalog;
  feed: ChangeFeed;
  bus: ClusterBus;
  joins: FairSemaphore;
}
