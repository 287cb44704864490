import type { ClientBase } from 'pg';
import type { DeclaredStatement } from './declared-schema.ts';

/** Runs the upserts of data.sql and returns those that changed a row. */
export async function applyDeclaredData(
  client: ClientBase,
  statements: readonly DeclaredStatement[],
): Promise<DeclaredStatement[]> {
  const changing: DeclaredStatement[] = [];
  await client.query('begin');
  let written = await countWrittenRows(client);
  for (const statement of statements) {
    await client.query(statement.sql);
    const now = await countWrittenRows(client);
    if (now !== written) changing.push(statement);
    written = now;
  }
  await client.query('commit');
  return changing;
}

/** The number of rows that this transaction inserted, changed or deleted. */
async function countWrittenRows(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ written: string }>(
    'select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as written from pg_stat_xact_user_tables',
  );
  return rows[0]?.written ?? '0';
}
