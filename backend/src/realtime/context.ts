import type { Pool } from 'pg';
import type { FairSemaphore } from '../limits/fair-semaphore.ts';
import type { Catalog } from './changes/catalog.ts';
import type { ChangeFeed } from './changes/feed.ts';
import type { Presence } from './channels/presence.ts';
import type { Topics } from './channels/topics.ts';
import type { RealtimeLimits } from './config.ts';
import type { Crossing } from './crossing/crossing.ts';
import type { RealtimeDeps } from './deps.ts';

/** What every handler works with. */
export interface RealtimeContext {
  deps: RealtimeDeps;
  limits: RealtimeLimits;
  /** Sessions that become callers. */
  callerPool: Pool;
  topics: Topics;
  presence: Presence;
  catalog: Catalog;
  feed: ChangeFeed;
  crossing: Crossing;
  /** Joins that ask the database wait here. */
  joins: FairSemaphore;
}
