// Delivers changes of rows to subscribers. Notifications contain keys; the rows are read in two snapshots, before and
// after, so each caller gets the difference that it may see, and no change is lost.
import type { Pool } from 'pg';
import type { LogWriter } from '../../errors/log-entry.ts';
import { callerGroupKey, pushChannelError, type ClientChannel } from '../client-channel.ts';
import { type PublicationCatalog, type PublishedTable, isReadableByKey } from './catalog.ts';
import {
  mergeChangesByRow,
  parseChangeNotification,
  type ChangeNotification,
  deliverChanges,
  type SnapshotPair,
} from './deliver-changes.ts';
import { FailureBackoff } from './failure-backoff.ts';
import type { SnapshotManager } from './snapshot-manager.ts';
import { SubscriberGroupRegistry, type SubscriberGroup } from './subscriber-group-registry.ts';

export interface ChangeFeedOptions {
  pool: Pool;
  catalog: PublicationCatalog;
  snapshots: SnapshotManager;
  catchUp: () => Promise<void>;
  log: LogWriter;
}

/** A snapshot held longer would prevent PostgreSQL from removing old row versions. */
const longestHeldMs = 10_000;
const maxPendingKeys = 20_000;
const parallel = 4;
const wholeFeed = 'feed';
const missed = 'Changes may have been missed: join again and read what you show';

export class ChangeFeed {
  private readonly options: ChangeFeedOptions;
  private readonly subscribers = new SubscriberGroupRegistry();
  private readonly backoff = new FailureBackoff();
  private readonly renewal: NodeJS.Timeout;
  private pending: ChangeNotification[] = [];
  private pendingKeys = 0;
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(options: ChangeFeedOptions) {
    this.options = options;
    this.renewal = setInterval(() => void this.run(true), longestHeldMs).unref();
  }

  /** Resolves once changes made from now on are delivered. */
  async subscribe(channel: ClientChannel): Promise<void> {
    this.subscribers.add(channel);
    // Two tries: a round in progress may have started without a subscriber, and then it takes no snapshot.
    for (let tries = 0; tries < 2 && this.options.snapshots.last === undefined; tries += 1)
      await this.run(true, true);
    if (this.options.snapshots.last === undefined) throw new Error('no snapshot could be taken');
  }

  unsubscribe(channel: ClientChannel): void {
    this.subscribers.remove(channel);
  }

  /** Must be called after the caller of a channel changed. */
  regroup(): void {
    this.subscribers.regroup();
  }

  receive(payload: string): void {
    const notification = parseChangeNotification(payload);
    if (notification === undefined || this.subscribers.of(tableOf(notification)).length === 0) return;
    if (this.backoff.shouldSkip(wholeFeed)) return;
    this.pending.push(notification);
    this.pendingKeys += notification.keys.length;
    if (this.pendingKeys > maxPendingKeys) this.reset();
    else void this.run(false);
  }

  reset(): void {
    this.clearPending();
    for (const channel of this.subscribers) pushChannelError(channel, missed);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.renewal);
    this.backoff.close();
    await this.running;
    await this.options.snapshots.release();
  }

  private clearPending(): void {
    this.pending = [];
    this.pendingKeys = 0;
  }

  /** Notifications that arrive during a round are delivered in the next. */
  private run(renew: boolean, inPause = false): Promise<void> {
    if (!inPause && this.backoff.shouldSkip(wholeFeed)) return Promise.resolve();
    this.running ??= this.rounds(renew).finally(() => {
      this.running = undefined;
      if (this.pending.length > 0) void this.run(false);
    });
    return this.running;
  }

  private async rounds(renew: boolean): Promise<void> {
    const { snapshots, log } = this.options;
    try {
      if (this.subscribers.size === 0) {
        this.clearPending();
        await snapshots.release();
      } else if (renew) await this.round();
      while (this.pending.length > 0 && !this.closed) await this.round();
      this.backoff.recordSuccess(wholeFeed);
    } catch (error) {
      log({ level: 'error', event: 'realtime.changes_failed', code: codeOf(error) });
      await snapshots.release();
      this.clearPending();
      const retry = (): void => void this.run(true, true);
      if (!this.closed) this.backoff.recordFailure(wholeFeed, () => this.reset(), retry);
    }
  }

  private async round(): Promise<void> {
    const { snapshots, catchUp } = this.options;
    const before = snapshots.last;
    const after = await snapshots.take();
    await catchUp();
    // Changes that this snapshot does not contain yet wait for the next round; the notifications of those it contains
    // have arrived.
    const shown = this.pending.filter((notification) => after.shows(notification.transaction));
    this.pending = this.pending.filter((notification) => !after.shows(notification.transaction));
    this.pendingKeys = this.pending.reduce((sum, notification) => sum + notification.keys.length, 0);
    // Without an earlier snapshot, delivery begins at this one.
    if (before) await this.deliver(shown, { before, after });
    await snapshots.advance();
  }

  private async deliver(
    notifications: readonly ChangeNotification[],
    snapshots: SnapshotPair,
  ): Promise<void> {
    const byTable = Map.groupBy(notifications, (notification) => JSON.stringify(tableOf(notification)));
    const jobs: (() => Promise<void>)[] = [];
    for (const changed of byTable.values()) {
      const [first] = changed;
      if (first === undefined) continue;
      for (const group of this.subscribers.of(tableOf(first))) {
        jobs.push(() => this.deliverToGroup(group, changed, snapshots));
      }
    }
    const workers = Array.from({ length: parallel }, async () => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job();
    });
    await Promise.all(workers);
  }

  /** A policy that fails or takes too long affects only its own caller. */
  private async deliverToGroup(
    group: SubscriberGroup,
    notifications: readonly ChangeNotification[],
    snapshots: SnapshotPair,
  ): Promise<void> {
    const { catalog, pool, log } = this.options;
    const [first] = notifications;
    if (first === undefined) return;
    const caller = callerGroupKey(group.caller);
    const key = JSON.stringify([tableOf(first), caller]);
    if (this.backoff.shouldSkip(key)) return;
    try {
      if (notifications.some((notification) => notification.operation === 'RESET'))
        throw new Error('the changed rows are unknown');
      const table = await this.find(notifications, group.caller.role);
      if (table === undefined) return;
      try {
        await deliverChanges(pool, group, table, mergeChangesByRow(notifications), snapshots);
      } catch (error) {
        if (!isStaleCatalog(error)) throw error;
        catalog.invalidate();
        const fresh = await this.find(notifications, group.caller.role);
        if (fresh) await deliverChanges(pool, group, fresh, mergeChangesByRow(notifications), snapshots);
      }
      this.backoff.recordSuccess(key);
    } catch (error) {
      log({ level: 'warn', event: 'realtime.changes_missed', code: codeOf(error) });
      // Looked up at the time of the report, because channels may have changed.
      const report = (): void => {
        const groups = this.subscribers
          .of(tableOf(first))
          .filter((one) => callerGroupKey(one.caller) === caller);
        for (const { channel } of groups.flatMap(({ channels }) => channels))
          pushChannelError(channel, missed);
      };
      if (!this.closed) this.backoff.recordFailure(key, report, report);
    }
  }

  private async find(
    notifications: readonly ChangeNotification[],
    role: string,
  ): Promise<PublishedTable | undefined> {
    const [notification] = notifications;
    const tables = await this.options.catalog.tables(role);
    const table = tables.find(
      ({ schema, name }) => schema === notification?.schema && name === notification.table,
    );
    return table && isReadableByKey(table) ? table : undefined;
  }
}

function tableOf({ schema, table }: ChangeNotification): { schema: string; name: string } {
  return { schema, name: table };
}

/** Whether a column, table or type differs from what the catalog contained. */
function isStaleCatalog(error: unknown): boolean {
  return ['42P01', '42703', '42883', '42804', '22P02'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? (error as Error).name;
}
