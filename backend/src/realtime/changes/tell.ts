import type { Pool } from 'pg';
import { push } from '../channels/channel.ts';
import type { Operation } from './bindings.ts';
import type { Table } from './catalog.ts';
import type { RowChange } from './events.ts';
import { readRows } from './read-rows.ts';
import type { SeenRow } from './read-rows.ts';
import type { Snapshot } from './snapshot.ts';
import type { Group } from './subscribers.ts';

/** Larger records are told without their large values. */
const largestRecord = 1024 * 1024;
const longestKeptValue = 64;

/** The moments before and after the changes. */
export interface Span {
  before: Snapshot;
  after: Snapshot;
}

/**
 * Tells one group of the rows that changed, as its caller sees them before and after: a row that is there now is an
 * INSERT or UPDATE, one that was there and is not any more (deleted, or hidden by a policy) a DELETE with its key alone,
 * and of a row that the caller saw at neither moment nothing is said.
 */
export async function tellGroup(
  pool: Pool,
  group: Group,
  table: Table,
  changes: readonly RowChange[],
  { before, after }: Span,
): Promise<void> {
  const reading = { table, caller: group.caller, filters: group.filters };
  const keys = changes.map((change) => change.key);
  const now = byPlace(await readRows(pool, { ...reading, keys }, after));
  const asked = changes.flatMap((change, place) =>
    change.first !== 'INSERT' && (table.keepsOldRow || !now.has(place)) ? [place] : [],
  );
  const oldKeys = asked.map((place) => keys[place] ?? []);
  const old = asked.length === 0 ? [] : await readRows(pool, { ...reading, keys: oldKeys }, before);
  const then = byPlace(old.map((row) => ({ ...row, place: asked[row.place] ?? 0 })));
  for (const [place, change] of changes.entries()) {
    const told = describe(table, change, then.get(place), now.get(place));
    if (told) hand(group, told);
  }
}

function byPlace(rows: SeenRow[]): Map<number, SeenRow> {
  return new Map(rows.map((row) => [row.place, row]));
}

interface Told {
  type: Operation;
  fits: readonly boolean[];
  /** JSON. */
  data: string;
}

function describe(
  table: Table,
  change: RowChange,
  then: SeenRow | undefined,
  now: SeenRow | undefined,
): Told | undefined {
  const row = now ?? then;
  if (row === undefined) return undefined;
  const type = now === undefined ? 'DELETE' : change.first === 'INSERT' ? 'INSERT' : 'UPDATE';
  const old = (table.keepsOldRow && then?.record) || row.identity;
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
  return { type, fits: row.fits, data: `${head.slice(0, -1)},${records}}` };
}

function withoutLargeValues(record: string): string {
  const entries = Object.entries(JSON.parse(record) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(entries.filter(([, value]) => JSON.stringify(value).length <= longestKeptValue)),
  );
}

function hand(group: Group, { type, fits, data }: Told): void {
  const now = Date.now();
  for (const { channel, bindings } of group.channels) {
    if (channel.identity.endsAt <= now) continue;
    const ids = bindings.flatMap(({ binding, filter }) =>
      (binding.event === '*' || binding.event === type) && fits[filter] ? [binding.id] : [],
    );
    if (ids.length > 0) push(channel, 'postgres_changes', `{"ids":[${ids.join(',')}],"data":${data}}`);
  }
}
