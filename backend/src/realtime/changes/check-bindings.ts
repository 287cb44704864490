import { DatabaseError } from 'pg';
import type { Pool } from 'pg';
import { Refused } from '../identify.ts';
import type { Binding } from './bindings.ts';
import { isReadable } from './catalog.ts';
import type { Catalog, Table } from './catalog.ts';
import { conditionSql } from './filters.ts';
import type { Condition } from './filters.ts';

/**
 * Looks whether every binding can ever be told. Throws Refused with the reason. Answers the tables that the role may not
 * read: clients often join before they have their token, so that is no reason to refuse.
 */
export async function checkBindings(
  pool: Pool,
  catalog: Catalog,
  bindings: readonly Binding[],
  role: string,
): Promise<string[]> {
  const unreadable: string[] = [];
  for (const binding of bindings) {
    if (binding.table === '*') continue;
    let tables = await catalog.tablesOf(binding, role);
    if (tables.length === 0) {
      // It may have joined the publication a moment ago.
      catalog.forgetOld();
      tables = await catalog.tablesOf(binding, role);
    }
    const name = `${binding.schema}.${binding.table}`;
    const [table] = tables;
    if (table === undefined || table.key.length === 0) {
      throw new Refused(
        `Unable to subscribe to changes of ${name}: it must be in the publication supabase_realtime and have a primary key`,
      );
    }
    await checkConditions(pool, binding, table);
    if (!isReadable(table)) unreadable.push(name);
  }
  return unreadable;
}

async function checkConditions(pool: Pool, binding: Binding, table: Table): Promise<void> {
  for (const condition of binding.conditions) {
    const found = table.published.find(({ name }) => name === condition.column);
    const column = JSON.stringify(condition.column);
    if (found === undefined) {
      throw new Refused(`InvalidFilter: ${table.schema}.${table.name} has no column ${column}`);
    }
    try {
      await tryCondition(pool, condition, found.type);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !/^22|^42/.test(error.code ?? '')) throw error;
      throw new Refused(
        `InvalidFilter: ${condition.operator} does not go with ${column} of type ${found.type} and these values`,
      );
    }
  }
}

/** One that fails would fail for everybody who is asked for together with it, so it is tried before. */
async function tryCondition(pool: Pool, condition: Condition, type: string): Promise<void> {
  const values: unknown[] = [];
  const sql = conditionSql(condition, `null::${type}`, type, (value) => `$${values.push(value)}`);
  const client = await pool.connect();
  let broken = false;
  try {
    // Where rows are read, operators of extensions are found as well.
    await client.query('begin; set local search_path = public, extensions');
    await client.query(`select ${sql}`, values);
  } finally {
    await client.query('rollback').catch(() => (broken = true));
    client.release(broken);
  }
}
