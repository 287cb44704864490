import { DatabaseError } from 'pg';
import type { Pool } from 'pg';
import { Refused } from '../identify.ts';
import type { Binding } from './bindings.ts';
import { isReadable } from './catalog.ts';
import type { Catalog, Table } from './catalog.ts';

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
  for (const { column, values } of binding.conditions) {
    const found = table.published.find(({ name }) => name === column);
    if (found === undefined) {
      throw new Refused(
        `InvalidFilter: ${table.schema}.${table.name} has no column ${JSON.stringify(column)}`,
      );
    }
    try {
      await pool.query(`select $1::text[]::${found.type}[]`, [values]);
    } catch (error) {
      if (!(error instanceof DatabaseError) || !/^22|^42/.test(error.code ?? '')) throw error;
      throw new Refused(
        `InvalidFilter: the values for ${JSON.stringify(column)} are not of type ${found.type}`,
      );
    }
  }
}
