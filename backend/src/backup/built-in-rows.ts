// Compares what PostgreSQL itself puts into its catalogs with a new cluster, from the files alone.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../errors/startup-error.ts';
import {
  openCatalogFiles,
  readCatalogIds,
  readCatalogLayout,
  readId,
  readName,
  type CatalogFiles,
  type CatalogLayout,
  type CatalogRow,
} from './catalog-files.ts';

/** Objects below this id are the same in every cluster of a PostgreSQL version. */
export const firstUnpinnedId = 12_000;

interface Catalog {
  kind: string;
  /** Columns that identify a row; default: its id. */
  key?: string[];
  /** Each is below `firstUnpinnedId` in rows that are PostgreSQL's own; default: the key. */
  own?: string[];
  name?: string;
  /** Default: all but `ignored`. */
  compared?: string[];
  ignored?: string[];
}

/**
 * What PostgreSQL looks up to run a query that names only built-in tables, functions and types. Grants are left out,
 * and what changes in use. Views are missing, because a restore uses none before it asks.
 */
const catalogs: Record<string, Catalog> = {
  pg_proc: { kind: 'function', name: 'proname', ignored: ['proacl'] },
  pg_type: { kind: 'type', name: 'typname', ignored: ['typacl'] },
  pg_operator: { kind: 'operator', name: 'oprname' },
  pg_cast: { kind: 'cast' },
  pg_aggregate: { kind: 'aggregate', key: ['aggfnoid'] },
  pg_am: { kind: 'access method', name: 'amname' },
  pg_amproc: {
    kind: 'function of an operator family',
    own: ['amprocfamily', 'amproclefttype', 'amprocrighttype'],
  },
  pg_amop: { kind: 'operator of a family', own: ['amopfamily', 'amoplefttype', 'amoprighttype'] },
  pg_opclass: { kind: 'operator class', name: 'opcname' },
  pg_range: { kind: 'range type', key: ['rngtypid'] },
  pg_language: { kind: 'language', name: 'lanname', ignored: ['lanacl'] },
  pg_namespace: { kind: 'schema', name: 'nspname', compared: ['nspname'] },
  pg_class: {
    kind: 'table',
    name: 'relname',
    compared:
      'relname relnamespace relam reltoastrelid relisshared relpersistence relkind relnatts relchecks relhasrules relhastriggers relhassubclass relrowsecurity relforcerowsecurity'.split(
        ' ',
      ),
  },
  pg_attribute: {
    kind: 'column',
    key: ['attrelid', 'attnum'],
    own: ['attrelid'],
    name: 'attname',
    ignored: ['attstattarget', 'attacl', 'attoptions', 'attcacheoff'],
  },
  pg_index: {
    kind: 'index',
    key: ['indexrelid'],
    own: ['indrelid'],
    compared: ['indrelid', 'indkey', 'indclass', 'indexprs', 'indpred'],
  },
  pg_statistic_ext: { kind: 'statistics', own: ['stxrelid'] },
};

/** The built-in rows of a new cluster. */
export interface BuiltInRows {
  layout: CatalogLayout;
  ids: Record<string, number>;
  /** By catalog and key. */
  definitions: Map<string, string>;
}

/** `cluster` must be new, and not running. */
export function readBuiltInRows(cluster: string): BuiltInRows {
  const database = join(cluster, 'base', '1');
  const layout = readCatalogLayout(database);
  const ids = readCatalogIds(database, layout);
  const found = openCatalogFiles(database, layout, ids);
  return {
    layout,
    ids,
    definitions: new Map([...describeRows(found)].map(({ key, definition }) => [key, definition])),
  };
}

/**
 * Throws a StartupError if a built-in function, operator, type and the like of `cluster` is not as PostgreSQL made it:
 * almost any query might run something else in its place. Unless `isComplete`, the files are those of a base backup
 * whose WAL was not replayed: rows may be missing, and new ones unfinished.
 */
export function rejectChangedCatalog(cluster: string, expected: BuiltInRows, isComplete: boolean): void {
  const base = join(cluster, 'base');
  const changed = new Set<string>();
  for (const folder of readdirSync(base).map((name) => join(base, name))) {
    if (!existsSync(join(folder, 'pg_filenode.map'))) continue;
    const missing = new Set(expected.definitions.keys());
    for (const { key, definition, name } of describeRows(
      openCatalogFiles(folder, expected.layout, expected.ids),
    )) {
      missing.delete(key);
      const known = expected.definitions.get(key);
      if (known === undefined ? isComplete : known !== definition) changed.add(name);
    }
    if (isComplete) for (const key of missing) changed.add(`missing: ${key}`);
  }
  if (changed.size > 0) throw new StartupError(describeChanged([...changed]));
}

const mostNames = 10;

function describeChanged(names: string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `the catalog of PostgreSQL itself was changed in this backup: ${names.slice(0, mostNames).join(', ')}${more}; almost any query might run something else in its place, so nothing was run and nothing was kept: use an older backup, or copy the data from the original with pg_dump`;
}

function* describeRows({ rows }: CatalogFiles): Generator<{ key: string; definition: string; name: string }> {
  for (const [catalog, about] of Object.entries(catalogs)) {
    const { kind, key = ['oid'], own = key, name, compared, ignored = [] } = about;
    for (const row of rows(catalog)) {
      if (!isOwn(row, key, own)) continue;
      const columns = compared ?? Object.keys(row).filter((column) => !ignored.includes(column));
      const id = key.map((column) => row[column]?.toString('hex')).join('.');
      yield {
        key: `${catalog} ${id}`,
        definition: columns.map((column) => `${column}=${row[column]?.toString('hex') ?? ''}`).join(),
        name: `${kind} ${name === undefined ? `number ${readId(row[key[0] ?? ''])}` : readName(row[name])}`,
      };
    }
  }
}

/** PostgreSQL's own, or in the place of such a row. */
function isOwn(row: CatalogRow, key: string[], own: string[]): boolean {
  const isPinned = (columns: string[]): boolean =>
    columns.every((column) => row[column] != null && readId(row[column].subarray(0, 4)) < firstUnpinnedId);
  return isPinned(own) || isPinned(key.slice(0, 1));
}
