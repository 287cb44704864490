import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listTablesToCopy } from './copy-rows.ts';

/** All of a small database, as text. */
export interface StoredRows {
  /** Qualified and quoted names; rows in the text format of COPY. */
  tables: { name: string; columns: string[]; rows: string }[];
  sequences: { name: string; value: string; isCalled: boolean }[];
}

export async function dumpRows(client: ClientBase): Promise<StoredRows> {
  await client.query('begin isolation level repeatable read read only');
  const tables: StoredRows['tables'] = [];
  for (const { name, columns } of await listTablesToCopy(client)) {
    const rows = await text(client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`)));
    tables.push({ name, columns, rows });
  }
  const { rows: names } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name from pg_sequences order by 1`,
  );
  const sequences: StoredRows['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    sequences.push({ name, value: rows[0]?.value ?? '1', isCalled: rows[0]?.isCalled ?? false });
  }
  await client.query('commit');
  return { tables, sequences };
}

/** In place of the rows that the migrations made. Triggers and foreign keys rest: the rows passed them once. */
export async function loadRows(client: ClientBase, { tables, sequences }: StoredRows): Promise<void> {
  await client.query('begin; set local session_replication_role = replica');
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, rows } of tables)
    await pipeline(
      Readable.from([rows]),
      client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)),
    );
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3)', [name, value, isCalled]);
  await client.query('commit');
}
