// Delivers changed rows from the database to the clients that may read them.
import type { Pool } from 'pg';
import { pushMessage } from '../client-channel.ts';
import type { ChangeOperation } from './bindings.ts';
import type { PublishedTable } from './catalog.ts';
import { readVisibleRows, type VisibleRow } from './read-rows.ts';
import type { ExportedSnapshot } from './snapshot-manager.ts';
import type { SubscriberGroup } from './subscriber-group-registry.ts';
import { z } from 'zod';

/** Records above this size are sent without their large values. */
const largestRecord = 1024 * 1024;
const longestKeptValue = 64;

export interface SnapshotPair {
  before: ExportedSnapshot;
  after: ExportedSnapshot;
}

/**
 * A row that the caller can see after the change is sent as INSERT or UPDATE; one visible only before (deleted, or
 * hidden by a policy) as DELETE with only its key; one in neither snapshot is not sent.
 */
export async function deliverChanges(
  pool: Pool,
  group: SubscriberGroup,
  table: PublishedTable,
  changes: readonly RowChange[],
  { before, after }: SnapshotPair,
): Promise<void> {
  const query = { pool, table, caller: group.caller, filters: group.filters };
  const keys = changes.map((change) => change.key);
  const rowsAfter = byIndex(await readVisibleRows({ ...query, keys, snapshot: after }));
  const oldIndexes = changes.flatMap((change, index) =>
    change.first !== 'INSERT' && (table.keepsOldRow || !rowsAfter.has(index)) ? [index] : [],
  );
  const oldKeys = oldIndexes.map((index) => keys[index] ?? []);
  const oldQuery = { ...query, keys: oldKeys, snapshot: before };
  const old = oldIndexes.length === 0 ? [] : await readVisibleRows(oldQuery);
  const rowsBefore = byIndex(old.map((row) => ({ ...row, index: oldIndexes[row.index] ?? 0 })));
  for (const [index, change] of changes.entries()) {
    const delivery = toDelivery(table, change, rowsBefore.get(index), rowsAfter.get(index));
    if (delivery) send(group, delivery);
  }
}

function byIndex(rows: VisibleRow[]): Map<number, VisibleRow> {
  return new Map(rows.map((row) => [row.index, row]));
}

interface Delivery {
  type: ChangeOperation;
  matches: readonly boolean[];
  json: string;
}

function toDelivery(
  table: PublishedTable,
  change: RowChange,
  before: VisibleRow | undefined,
  after: VisibleRow | undefined,
): Delivery | undefined {
  const row = after ?? before;
  if (row === undefined) return undefined;
  const type = after === undefined ? 'DELETE' : change.first === 'INSERT' ? 'INSERT' : 'UPDATE';
  const old = (table.keepsOldRow && before?.record) || row.identity;
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
    schema: table.schema,
    table: table.name,
    commit_timestamp: new Date(change.at).toISOString(),
    type,
    columns: table.columns.map(({ name, kind }) => ({ name, type: kind })),
    errors,
  });
  return { type, matches: row.matches, json: `${head.slice(0, -1)},${records}}` };
}

function withoutLargeValues(record: string): string {
  const entries = Object.entries(JSON.parse(record) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(entries.filter(([, value]) => JSON.stringify(value).length <= longestKeptValue)),
  );
}

function send(group: SubscriberGroup, { type, matches, json }: Delivery): void {
  const now = Date.now();
  for (const { channel, bindings } of group.channels) {
    if (channel.caller.expiresAt <= now) continue;
    const ids = bindings.flatMap(({ binding, filter }) =>
      (binding.event === '*' || binding.event === type) && matches[filter] ? [binding.id] : [],
    );
    if (ids.length > 0) pushMessage(channel, 'postgres_changes', `{"ids":[${ids.join(',')}],"data":${json}}`);
  }
}

const schema = z.object({
  schema: z.string(),
  table: z.string(),
  transaction: z.string().regex(/^\d+$/).transform(BigInt),
  at: z.number(),
  operation: z.enum(['INSERT', 'UPDATE', 'DELETE', 'RESET']),
  keys: z.array(z.array(z.string())).default([]),
});

/** The rows that one statement changed. RESET: too many to list. */
export type ChangeNotification = z.output<typeof schema>;

/** Undefined for a payload that our trigger did not send. */
export function parseChangeNotification(payload: string): ChangeNotification | undefined {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

/** All changes of one row since the last snapshot. */
interface RowChange {
  key: readonly string[];
  first: ChangeOperation;
  /** Time of the last statement, in ms since 1970. */
  at: number;
}

export function mergeChangesByRow(notifications: readonly ChangeNotification[]): RowChange[] {
  const rows = new Map<string, RowChange>();
  for (const { operation, keys, at } of notifications) {
    if (operation === 'RESET') continue;
    for (const key of keys) {
      const text = JSON.stringify(key);
      const known = rows.get(text);
      if (known) known.at = at;
      else rows.set(text, { key, first: operation, at });
    }
  }
  return [...rows.values()];
}
