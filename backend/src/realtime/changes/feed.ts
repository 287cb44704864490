// Tells subscribers what changed, without loss and without a word to those who may not know. Notifications bring keys;
// the rows are read at two moments, before and after, so that what is told is the difference that each caller sees.
import type { Pool } from 'pg';
import type { Log } from '../../errors/log-entry.ts';
import { callerKey, interrupt } from '../channels/channel.ts';
import type { Channel } from '../channels/channel.ts';
import type { Catalog, Table } from './catalog.ts';
import { isReadable } from './catalog.ts';
import { joinByRow, readChangeEvent } from './events.ts';
import type { ChangeEvent } from './events.ts';
import { Pauses } from './pauses.ts';
import type { Moments } from './snapshot.ts';
import { Subscribers } from './subscribers.ts';
import type { Group } from './subscribers.ts';
import { tellGroup } from './tell.ts';
import type { Span } from './tell.ts';

export interface FeedParts {
  /** Reads rows as callers. */
  pool: Pool;
  catalog: Catalog;
  moments: Moments;
  /** Resolves when everything that was notified until now has been heard. */
  hearUntilNow: () => Promise<void>;
  log: Log;
}

/** A moment is not held longer than this, or PostgreSQL could not clean up behind it. */
const longestHeldMs = 10_000;
const mostPendingKeys = 20_000;
/** Groups that are told at once. */
const parallel = 4;
/** Of the feed as a whole, among the failures that begin pauses. */
const everyone = 'everyone';
const missed = 'Changes may have been missed: join again and read what you show';

export class ChangeFeed {
  private readonly parts: FeedParts;
  private readonly subscribers = new Subscribers();
  private readonly pauses = new Pauses();
  private readonly renewal: NodeJS.Timeout;
  private pending: ChangeEvent[] = [];
  private pendingKeys = 0;
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(parts: FeedParts) {
    this.parts = parts;
    this.renewal = setInterval(() => void this.run(true), longestHeldMs).unref();
  }

  /** From now on the channel is told of its bindings' changes. */
  async subscribe(channel: Channel): Promise<void> {
    this.subscribers.add(channel);
    // A round that was under way may have begun before there was anybody to tell.
    for (let tries = 0; tries < 2 && this.parts.moments.last === undefined; tries += 1)
      await this.run(true, true);
    if (this.parts.moments.last === undefined) throw new Error('no moment of the database could be held');
  }

  unsubscribe(channel: Channel): void {
    this.subscribers.remove(channel);
  }

  /** A channel speaks for another caller now. */
  regroup(): void {
    this.subscribers.regroup();
  }

  /** A notification of the triggers. */
  hear(payload: string): void {
    const event = readChangeEvent(payload);
    if (event === undefined || this.subscribers.of(tableOf(event)).length === 0) return;
    if (this.pauses.skips(everyone)) return;
    this.pending.push(event);
    this.pendingKeys += event.keys.length;
    if (this.pendingKeys > mostPendingKeys) this.reset();
    else void this.run(false);
  }

  /** Something was or may have been missed. */
  reset(): void {
    this.forgetPending();
    for (const channel of this.subscribers) interrupt(channel, missed);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.renewal);
    this.pauses.close();
    await this.running;
    await this.parts.moments.release();
  }

  private forgetPending(): void {
    this.pending = [];
    this.pendingKeys = 0;
  }

  /** One round at a time; what is heard during one is told in the next. */
  private run(renew: boolean, inPause = false): Promise<void> {
    if (!inPause && this.pauses.skips(everyone)) return Promise.resolve();
    this.running ??= this.rounds(renew).finally(() => {
      this.running = undefined;
      if (this.pending.length > 0) void this.run(false);
    });
    return this.running;
  }

  private async rounds(renew: boolean): Promise<void> {
    const { moments, log } = this.parts;
    try {
      if (this.subscribers.size === 0) {
        this.forgetPending();
        await moments.release();
      } else if (renew) await this.round();
      while (this.pending.length > 0 && !this.closed) await this.round();
      this.pauses.succeeded(everyone);
    } catch (error) {
      log({ level: 'error', event: 'realtime.changes_failed', code: codeOf(error) });
      await moments.release();
      this.forgetPending();
      const retry = (): void => void this.run(true, true);
      if (!this.closed) this.pauses.failed(everyone, () => this.reset(), retry);
    }
  }

  private async round(): Promise<void> {
    const { moments, hearUntilNow } = this.parts;
    const before = moments.last;
    const after = await moments.take();
    await hearUntilNow();
    // What this moment does not show yet is told in the next round; what it shows was heard by now.
    const shown = this.pending.filter((event) => after.shows(event.transaction));
    this.pending = this.pending.filter((event) => !after.shows(event.transaction));
    this.pendingKeys = this.pending.reduce((sum, event) => sum + event.keys.length, 0);
    // Without an earlier moment this one is where telling begins.
    if (before) await this.tell(shown, { before, after });
    await moments.advance();
  }

  private async tell(events: readonly ChangeEvent[], span: Span): Promise<void> {
    const byTable = Map.groupBy(events, (event) => JSON.stringify(tableOf(event)));
    const jobs: (() => Promise<void>)[] = [];
    for (const changed of byTable.values()) {
      const [first] = changed;
      if (first === undefined) continue;
      for (const group of this.subscribers.of(tableOf(first))) {
        jobs.push(() => this.tellOne(group, changed, span));
      }
    }
    const workers = Array.from({ length: parallel }, async () => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job();
    });
    await Promise.all(workers);
  }

  /** What goes wrong for one caller (a policy that fails or takes too long) is that caller's loss alone. */
  private async tellOne(group: Group, events: readonly ChangeEvent[], span: Span): Promise<void> {
    const { catalog, pool, log } = this.parts;
    const [first] = events;
    if (first === undefined) return;
    const caller = callerKey(group.caller);
    const key = JSON.stringify([tableOf(first), caller]);
    if (this.pauses.skips(key)) return;
    try {
      if (events.some((event) => event.operation === 'RESET')) throw new Error('the rows are not known');
      const table = await this.find(events, group.caller.role);
      if (table === undefined) return;
      try {
        await tellGroup(pool, group, table, joinByRow(events), span);
      } catch (error) {
        if (!isStaleCatalog(error)) throw error;
        catalog.forget();
        const fresh = await this.find(events, group.caller.role);
        if (fresh) await tellGroup(pool, group, fresh, joinByRow(events), span);
      }
      this.pauses.succeeded(key);
    } catch (error) {
      log({ level: 'warn', event: 'realtime.changes_missed', code: codeOf(error) });
      // Those who are the same caller by then.
      const report = (): void => {
        const groups = this.subscribers.of(tableOf(first)).filter((one) => callerKey(one.caller) === caller);
        for (const { channel } of groups.flatMap(({ channels }) => channels)) interrupt(channel, missed);
      };
      if (!this.closed) this.pauses.failed(key, report, report);
    }
  }

  private async find(events: readonly ChangeEvent[], role: string): Promise<Table | undefined> {
    const [event] = events;
    const tables = await this.parts.catalog.tables(role);
    const table = tables.find(({ schema, name }) => schema === event?.schema && name === event.table);
    return table && isReadable(table) ? table : undefined;
  }
}

function tableOf({ schema, table }: ChangeEvent): { schema: string; name: string } {
  return { schema, name: table };
}

/** A column, table or type that is no longer what the catalog said. */
function isStaleCatalog(error: unknown): boolean {
  return ['42P01', '42703', '42883', '42804', '22P02'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? (error as Error).name;
}
