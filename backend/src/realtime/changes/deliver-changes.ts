// Decides what one statement means for the subscribers who may read its rows, and sends it to them.
import { countSentRow, pushMessage } from '../client-channel.ts';
import type { ChangeOperation } from './bindings.ts';
import type { PublishedTable } from './catalog.ts';
import type { StatementImages } from './image-store.ts';
import type { RowImage, VisibleImage } from './read-images.ts';
import type { SubscriberGroup } from './subscriber-group-registry.ts';
import { z } from 'zod';

/** Records above this size are sent without their large values. */
const largestRecord = 1024 * 1024;
const longestKeptValue = 64;

const table = { schema: z.string(), table: z.string() };
const schema = z.discriminatedUnion('operation', [
  z.object({
    ...table,
    operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
    /** The OID of the table, and its number of columns when the statement ran, including dropped ones. */
    relation: z.number(),
    attributes: z.number(),
    transaction: z.string(),
    /** In ms since 1970. */
    at: z.number(),
    id: z.number(),
    rows: z.number(),
    bytes: z.number(),
  }),
  /** A statement whose rows were not stored. */
  z.object({ ...table, operation: z.literal('RESET') }),
]);

/** What a trigger reports of one statement. */
export type ChangeNotification = z.output<typeof schema>;
export type StoredStatement = Exclude<ChangeNotification, { operation: 'RESET' }>;

/** Undefined for a payload that our trigger did not send. */
export function parseChangeNotification(payload: string): ChangeNotification | undefined {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** Reads the images that the caller may see. `undecided`: PostgreSQL could not decide about an image. */
export type ReadImages = (
  images: readonly RowImage[],
) => Promise<{ visible: Map<number, VisibleImage>; undecided: ReadonlySet<number> }>;

export interface Delivery {
  type: ChangeOperation;
  matches: readonly boolean[];
  json: string;
  /** The table and those of which it is a part; none if the message contains only the key of its row. */
  rowOf: readonly string[];
}

export interface StatementDeliveries {
  deliveries: Delivery[];
  /** Whether an image was withheld because it is undecided. */
  isIncomplete: boolean;
}

interface Row {
  old: string | undefined;
  new: string | undefined;
}

interface ReadRow {
  old?: VisibleImage | undefined;
  new?: VisibleImage | undefined;
  isUndecided: boolean;
}

/** Reads the images of statements of one table together. The results have the order of the statements. */
export async function judgeStatements(
  published: PublishedTable,
  statements: readonly { statement: StoredStatement; images: StatementImages }[],
  readImages: ReadImages,
): Promise<StatementDeliveries[]> {
  const rows = statements.flatMap(({ images }) => toRows(images));
  const read = await readRows(published, rows, readImages);
  let at = 0;
  return statements.map(({ statement, images }) => {
    const own = read.slice(at, (at += toRows(images).length));
    return {
      deliveries: toDeliveries(published, statement, own),
      isIncomplete: own.some(({ isUndecided }) => isUndecided),
    };
  });
}

function toRows(images: StatementImages): Row[] {
  const count = (images.new ?? images.old ?? []).length;
  return Array.from({ length: count }, (_, position) => ({
    old: images.old?.[position],
    new: images.new?.[position],
  }));
}

/** The old image of an update is needed only if the new one does not say everything. */
async function readRows(
  published: PublishedTable,
  rows: readonly Row[],
  readImages: ReadImages,
): Promise<ReadRow[]> {
  const first = await readImages(
    rows.map((row) => ({
      image: row.new ?? row.old ?? '',
      previous: row.new === undefined ? undefined : row.old,
    })),
  );
  const needsOld = rows.flatMap((row, position) => {
    if (row.old === undefined || row.new === undefined || first.undecided.has(position)) return [];
    const seen = first.visible.get(position);
    const isSame = seen !== undefined && seen.identity === seen.previousIdentity;
    return isSame && !published.keepsOldRow ? [] : [{ position, image: row.old }];
  });
  const second =
    needsOld.length === 0
      ? { visible: new Map<number, VisibleImage>(), undecided: new Set<number>() }
      : await readImages(needsOld);
  const oldPositions = new Map(needsOld.map(({ position }, index) => [position, index]));
  return rows.map((row, position) => {
    const oldPosition = oldPositions.get(position) ?? -1;
    return {
      old: row.new === undefined ? first.visible.get(position) : second.visible.get(oldPosition),
      new: row.new === undefined ? undefined : first.visible.get(position),
      isUndecided: first.undecided.has(position) || second.undecided.has(oldPosition),
    };
  });
}

/**
 * A row that the caller can see after the statement is an INSERT or UPDATE; a key under which it saw one only before
 * (deleted, changed, or hidden by a policy) is a DELETE with only that key; what it saw neither before nor after is not
 * sent.
 */
function toDeliveries(
  published: PublishedTable,
  { operation, at }: StoredStatement,
  rows: readonly ReadRow[],
): Delivery[] {
  const remaining = new Set(rows.map((row) => row.new?.identity));
  const deleted = rows.flatMap(({ old, isUndecided }) =>
    old === undefined || isUndecided || remaining.has(old.identity)
      ? []
      : [toDelivery(published, at, 'DELETE', old, old)],
  );
  const changed = rows.flatMap(({ old, new: seen }) => {
    if (seen === undefined) return [];
    const before = old?.identity === seen.identity ? old : undefined;
    return [toDelivery(published, at, operation === 'INSERT' ? 'INSERT' : 'UPDATE', seen, before)];
  });
  return [...deleted, ...changed];
}

function toDelivery(
  published: PublishedTable,
  at: number,
  type: ChangeOperation,
  row: VisibleImage,
  before: VisibleImage | undefined,
): Delivery {
  const old = (published.keepsOldRow && before?.record) || row.identity;
  let errors: string[] | null = null;
  function bounded(record: string): string {
    if (record.length <= largestRecord) return record;
    errors = ['Error 413: Payload Too Large'];
    return withoutLargeValues(record);
  }
  const records = [
    type === 'DELETE' ? '"record":{}' : `"record":${bounded(row.record)}`,
    type === 'INSERT' ? '' : `,"old_record":${bounded(old)}`,
  ].join('');
  const head = JSON.stringify({
    schema: published.schema,
    table: published.name,
    commit_timestamp: new Date(at).toISOString(),
    type,
    columns: published.columns.map(({ name, kind }) => ({ name, type: kind })),
    errors,
  });
  const isKeyOnly = type === 'DELETE' && !published.keepsOldRow;
  const rowOf = isKeyOnly ? [] : [`${published.schema}.${published.name}`, ...published.parents];
  return { type, rowOf, matches: row.matches, json: `${head.slice(0, -1)},${records}}` };
}

function withoutLargeValues(record: string): string {
  const entries = Object.entries(JSON.parse(record) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(entries.filter(([, value]) => JSON.stringify(value).length <= longestKeptValue)),
  );
}

/** `position` is that of the notification: channels that joined later do not receive it. */
export function sendDelivery(
  group: SubscriberGroup,
  position: number,
  { type, matches, json, rowOf }: Delivery,
): void {
  const now = Date.now();
  for (const { channel, since, bindings } of group.channels) {
    if (since > position || channel.caller.expiresAt <= now) continue;
    const ids = bindings.flatMap(({ binding, filter }) =>
      (binding.event === '*' || binding.event === type) && matches[filter] ? [binding.id] : [],
    );
    if (ids.length === 0) continue;
    pushMessage(channel, 'postgres_changes', `{"ids":[${ids.join(',')}],"data":${json}}`);
    countSentRow(channel, rowOf);
  }
}
