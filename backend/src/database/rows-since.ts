// Counts the rows that were written after a given transaction, by table.
import { escapeIdentifier, type ClientBase } from 'pg';
import type { ConnectionParameters } from './connection-parameters.ts';
import { withClient } from './database-client.ts';

export interface WrittenRowCount {
  /** schema.table */
  table: string;
  rows: number;
}

/** The ID of a new transaction, from which countRowsWrittenSince() can count later. */
export function readNewTransactionId(connection: ConnectionParameters): Promise<string> {
  return withClient(connection, readTransactionId);
}

/** The ID of the current transaction; outside one, that of a transaction of its own. */
export async function readTransactionId(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '';
}

/** Counts rows that were added or changed after a transaction, for tables that have any. */
export function countRowsWrittenSince(
  connection: ConnectionParameters,
  transaction: string,
): Promise<WrittenRowCount[]> {
  return withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' order by 1, 2`,
    );
    const found: WrittenRowCount[] = [];
    for (const { schema, name } of tables) {
      // Both ages are relative to the current transaction, which is correct even if the 32-bit ids of rows wrap around.
      const { rows } = await client.query<{ rows: number }>(
        `select count(*)::int as rows from only ${escapeIdentifier(schema)}.${escapeIdentifier(name)}
         where age(xmin) < age($1::text::xid8::xid)`,
        [transaction],
      );
      if (rows[0]?.rows) found.push({ table: `${schema}.${name}`, rows: rows[0].rows });
    }
    return found;
  });
}
