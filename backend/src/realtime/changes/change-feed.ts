// Delivers changes of rows to subscribers. Notifications name statements in the order of their commits; each caller
// gets every step that its rights allow it to see, with the row as it was then.
import { DatabaseError, type Pool } from 'pg';
import type { LogWriter } from '../../errors/log-entry.ts';
import { callerGroupKey, pushChannelError, type ClientChannel } from '../client-channel.ts';
import { type PublicationCatalog, type PublishedTable, isReadableByKey } from './catalog.ts';
import {
  judgeStatements,
  parseChangeNotification,
  sendDelivery,
  type ChangeNotification,
  type ReadImages,
  type StatementDeliveries,
  type StoredStatement,
} from './deliver-changes.ts';
import { FailureBackoff } from './failure-backoff.ts';
import { createImageStore, type ImageStore, type StatementImages } from './image-store.ts';
import { readVisibleImages, type RowImage, type VisibleImage } from './read-images.ts';
import { SubscriberGroupRegistry, type SubscriberGroup } from './subscriber-group-registry.ts';

export interface ChangeFeedOptions {
  /** Sessions of callers. */
  pool: Pool;
  ownerPool: Pool;
  definerPool: Pool;
  catalog: PublicationCatalog;
  /** Resolves when every notification sent until now was received. */
  catchUp: () => Promise<void>;
  log: LogWriter;
}

const maxPending = 50_000;
const roundRows = 500;
const roundBytes = 4 * 1024 * 1024;
const parallel = 4;
/** After so many images that cannot be decided, the rest of a round is not tried. */
const maxUndecided = 5;
const wholeFeed = 'feed';
const missed = 'Changes may have been missed: join again and read what you show';

interface Pending {
  position: number;
  notification: ChangeNotification;
}

type Known = Pending & { notification: StoredStatement; images: StatementImages };

/** One table as one group of subscribers may see it. */
interface Job {
  group: SubscriberGroup;
  key: string;
  table: PublishedTable | undefined;
  statements: Known[];
  isIncomplete: boolean;
}

export class ChangeFeed {
  private readonly options: ChangeFeedOptions;
  private readonly images: ImageStore;
  private readonly subscribers = new SubscriberGroupRegistry();
  private readonly backoff = new FailureBackoff();
  private pending: Pending[] = [];
  private position = 0;
  private running: Promise<void> | undefined;
  private closed = false;

  constructor(options: ChangeFeedOptions) {
    this.options = options;
    this.images = createImageStore(options.ownerPool, () => this.subscribers.size > 0, options.log);
  }

  /** Resolves once changes made from now on are delivered; earlier ones are not. */
  async subscribe(channel: ClientChannel): Promise<void> {
    await this.images.begin();
    await this.options.catchUp();
    this.subscribers.add(channel, this.position);
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
    this.pending.push({ position: this.position, notification });
    this.position += 1;
    if (this.pending.length > maxPending) this.reset();
    else this.run();
  }

  /** After a crash of the database, IDs of earlier notifications may be those of other images. */
  clear(): void {
    this.pending = [];
  }

  private reset(): void {
    this.clear();
    for (const channel of this.subscribers) pushChannelError(channel, missed);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.pending = [];
    this.backoff.close();
    await Promise.all([this.running, this.images.close()]);
  }

  private run(): void {
    this.running ??= this.rounds().finally(() => {
      this.running = undefined;
      if (this.pending.length > 0) this.run();
    });
  }

  private async rounds(): Promise<void> {
    const { log } = this.options;
    try {
      while (this.pending.length > 0 && !this.closed) await this.round(this.takeRound());
      this.backoff.recordSuccess(wholeFeed);
    } catch (error) {
      log({ level: 'error', event: 'realtime.changes_failed', code: codeOf(error) });
      this.pending = [];
      // The end of a pause is a new beginning for those who have joined again since.
      if (!this.closed)
        this.backoff.recordFailure(
          wholeFeed,
          () => this.reset(),
          () => void this.retry(),
        );
    }
  }

  private async retry(): Promise<void> {
    try {
      await this.images.begin();
      this.backoff.recordSuccess(wholeFeed);
    } catch {
      if (!this.closed)
        this.backoff.recordFailure(
          wholeFeed,
          () => this.reset(),
          () => void this.retry(),
        );
    }
  }

  private takeRound(): Pending[] {
    let rows = 0;
    let bytes = 0;
    const end = this.pending.findIndex(({ notification }) => {
      if (notification.operation === 'RESET') return false;
      rows += notification.rows;
      bytes += notification.bytes;
      return rows > roundRows || bytes > roundBytes;
    });
    return this.pending.splice(0, end < 0 ? this.pending.length : Math.max(1, end));
  }

  private async round(taken: readonly Pending[]): Promise<void> {
    const jobs = await this.prepare(taken);
    const results = new Map<Job, Map<number, StatementDeliveries>>();
    const waiting = [...jobs];
    const workers = Array.from({ length: parallel }, async () => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
        results.set(job, await this.judge(job));
    });
    await Promise.all(workers);
    // In the order of commits, also for channels that listen to several tables.
    for (const { position } of taken) {
      for (const [{ group }, ofJob] of results)
        for (const delivery of ofJob.get(position)?.deliveries ?? []) sendDelivery(group, position, delivery);
    }
    for (const job of jobs) this.report(job);
  }

  /** Reads the images and the subscribers' rights, as they are after the changes were committed. */
  private async prepare(taken: readonly Pending[]): Promise<Job[]> {
    const stored = taken.flatMap(({ notification }) =>
      notification.operation === 'RESET' ? [] : [notification],
    );
    const images = await this.images.read(stored.map(({ id }) => id));
    const relations = [...new Set(stored.map(({ relation }) => relation))];
    const roles = new Map<string, Promise<PublishedTable[] | undefined>>();
    const jobs: Job[] = [];
    for (const changed of Map.groupBy(taken, ({ notification }) =>
      JSON.stringify(tableOf(notification)),
    ).values()) {
      const [first] = changed;
      if (first === undefined) continue;
      const name = tableOf(first.notification);
      for (const group of this.subscribers.of(name)) {
        const key = JSON.stringify([name, callerGroupKey(group.caller)]);
        if (this.backoff.shouldSkip(key)) continue;
        const { role } = group.caller;
        const reading = roles.get(role) ?? this.readRights(role, relations);
        roles.set(role, reading);
        const tables = await reading;
        const table = tables?.find((one) => one.schema === name.schema && one.name === name.name);
        const statements = changed.flatMap((one) => toKnown(one, images, table));
        const isIncomplete =
          tables === undefined || (statements.length < changed.length && !isUnreadable(table, changed));
        jobs.push({ group, key, table, statements, isIncomplete });
      }
    }
    return jobs;
  }

  /** Undefined for a role that was dropped since the join. */
  private async readRights(
    role: string,
    relations: readonly number[],
  ): Promise<PublishedTable[] | undefined> {
    try {
      return await this.options.catalog.read(role, relations);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      this.options.log({ level: 'warn', event: 'realtime.changes_missed', code: codeOf(error) });
      return undefined;
    }
  }

  /** A policy that fails or takes too long affects only its own caller. */
  private async judge(job: Job): Promise<Map<number, StatementDeliveries>> {
    const { table, group, statements } = job;
    if (table === undefined || !isReadableByKey(table) || statements.length === 0) return new Map();
    try {
      const read: ReadImages = (images) => this.readImages(table, group, images);
      const judged = await judgeStatements(
        table,
        statements.map(({ notification, images }) => ({ statement: notification, images })),
        read,
      );
      job.isIncomplete ||= judged.some(({ isIncomplete }) => isIncomplete);
      return new Map(
        statements.flatMap(({ position }, index) => {
          const deliveries = judged[index];
          return deliveries === undefined ? [] : [[position, deliveries] as const];
        }),
      );
    } catch (error) {
      this.options.log({ level: 'warn', event: 'realtime.changes_missed', code: codeOf(error) });
      job.isIncomplete = true;
      return new Map();
    }
  }

  /** If a policy fails for one image, the others are read one by one. */
  private async readImages(
    table: PublishedTable,
    { caller, filters }: SubscriberGroup,
    images: readonly RowImage[],
  ): ReturnType<ReadImages> {
    const { pool, definerPool, log } = this.options;
    const read = (some: readonly RowImage[]): Promise<VisibleImage[]> =>
      readVisibleImages({ pool, definerPool, table, caller, filters, images: some });
    try {
      const rows = await read(images);
      return { visible: new Map(rows.map((row) => [row.index, row])), undecided: new Set() };
    } catch (error) {
      if (images.length === 1 || !isOfOneRow(error)) throw error;
    }
    const visible = new Map<number, VisibleImage>();
    const undecided = new Set<number>();
    for (const [index, image] of images.entries()) {
      try {
        for (const row of await read([image])) visible.set(index, row);
      } catch (error) {
        if (!isOfOneRow(error) || undecided.size === maxUndecided) throw error;
        log({ level: 'warn', event: 'realtime.changes_missed', code: codeOf(error) });
        undecided.add(index);
      }
    }
    return { visible, undecided };
  }

  private report({ group, key, isIncomplete, statements }: Job): void {
    if (!isIncomplete) {
      if (statements.length > 0) this.backoff.recordSuccess(key);
      return;
    }
    const caller = callerGroupKey(group.caller);
    const [name] = JSON.parse(key) as [{ schema: string; name: string }];
    // Looked up at the time of the report, because channels may have changed.
    const report = (): void => {
      const groups = this.subscribers.of(name).filter((one) => callerGroupKey(one.caller) === caller);
      for (const { channel } of groups.flatMap(({ channels }) => channels)) pushChannelError(channel, missed);
    };
    if (!this.closed) this.backoff.recordFailure(key, report, report);
  }
}

/** Empty if the images are gone, or of another form than the table has now. */
function toKnown(
  { position, notification }: Pending,
  stored: ReadonlyMap<number, StatementImages>,
  table: PublishedTable | undefined,
): Known[] {
  if (notification.operation === 'RESET') return [];
  const images = stored.get(notification.id);
  const isKnown =
    images?.transaction === notification.transaction &&
    table?.oid === notification.relation &&
    table.attributes === notification.attributes;
  return isKnown ? [{ position, notification, images }] : [];
}

/** Whether the table left the publication, or the role may not read its key: then nothing is missed. */
function isUnreadable(table: PublishedTable | undefined, changed: readonly Pending[]): boolean {
  const isReset = changed.some(({ notification }) => notification.operation === 'RESET');
  return !isReset && (table === undefined || (table.key.length > 0 && !isReadableByKey(table)));
}

function tableOf({ schema, table }: ChangeNotification): { schema: string; name: string } {
  return { schema, name: table };
}

/** Errors of values, policies and functions, which another row may not have; not of time or of connections. */
function isOfOneRow(error: unknown): boolean {
  return error instanceof DatabaseError && /^(2|3|42|P0|0A|54)/.test(error.code ?? '');
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? (error as Error).name;
}
