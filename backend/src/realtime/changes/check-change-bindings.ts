// Checks the postgres_changes bindings of a join: tables, columns, filter conditions.
import { DatabaseError, type Pool } from 'pg';
import { runSqlAsCaller, type Caller } from '../../database/run-sql-as-caller.ts';
import { RealtimeProtocolError } from '../realtime-protocol-error.ts';
import { type ChangeBinding, changeConditionSql, type ChangeCondition } from './bindings.ts';
import { isReadableByKey, type PublicationCatalog, type PublishedTable } from './catalog.ts';
import { realtimeSqlRequestContext } from './read-images.ts';

/**
 * Throws a RealtimeProtocolError for a binding that can never match. `unreadableTables`: those that the role may not
 * read; clients often join before they have their token.
 */
export async function checkChangeBindings(
  pool: Pool,
  catalog: PublicationCatalog,
  bindings: readonly ChangeBinding[],
  caller: Caller,
): Promise<{ unreadableTables: string[] }> {
  const unreadableTables: string[] = [];
  for (const binding of bindings) {
    if (binding.table === '*') continue;
    let tables = await catalog.tablesOf(binding, caller.role);
    if (tables.length === 0) {
      // The table may have been added to the publication a moment ago.
      catalog.invalidateIfOld();
      tables = await catalog.tablesOf(binding, caller.role);
    }
    const name = `${binding.schema}.${binding.table}`;
    const [table] = tables;
    if (table === undefined || table.key.length === 0) {
      throw new RealtimeProtocolError(
        `Unable to subscribe to changes of ${name}: it must be in the publication supabase_realtime and have a primary key`,
      );
    }
    await checkConditions(pool, caller, binding, table);
    if (!isReadableByKey(table)) unreadableTables.push(name);
  }
  return { unreadableTables };
}

async function checkConditions(
  pool: Pool,
  caller: Caller,
  binding: ChangeBinding,
  table: PublishedTable,
): Promise<void> {
  for (const condition of binding.conditions) {
    const found = table.published.find(({ name }) => name === condition.column);
    const column = JSON.stringify(condition.column);
    if (found === undefined) {
      throw new RealtimeProtocolError(`InvalidFilter: ${table.schema}.${table.name} has no column ${column}`);
    }
    try {
      await tryCondition(pool, caller, condition, found.type);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !/^22|^42/.test(error.code ?? '')) throw error;
      throw new RealtimeProtocolError(
        `InvalidFilter: ${condition.operator} does not go with ${column} of type ${found.type} and these values`,
      );
    }
  }
}

/** Checked when joining: a condition that fails later would fail for all callers in the same query. */
async function tryCondition(
  pool: Pool,
  caller: Caller,
  condition: ChangeCondition,
  type: string,
): Promise<void> {
  const values: unknown[] = [];
  const sql = changeConditionSql(condition, `null::${type}`, type, (value) => `$${values.push(value)}`);
  await runSqlAsCaller(pool, caller, realtimeSqlRequestContext, [{ text: `select ${sql}`, values }], {
    readOnly: true,
  });
}
