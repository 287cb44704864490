// npm run migration: writes the unreleased migration, from the frozen ones to supabase/schemas, after it was tried on
// rows.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Action } from '@supabase/pg-delta';
import { Client } from 'pg';
import {
  toClientConfig,
  type ConnectionParameters,
  migrateDatabase,
  toMigration,
  type MigrationSet,
} from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { readMigrationSets } from '@fairlead/backend/project';
import { restoreDumpedRows } from '@fairlead/backend/upgrade';
import { writeAgencyFields } from '../render-agency-fields.ts';
import { toMigrationSets, readLastReleaseSnapshot } from '../last-release/last-release.ts';
import { applyDeclaredData } from './apply-declared-data.ts';
import {
  applyDeclaredSchema,
  schemaSessionSettingsSql,
  readDeclaredSchema,
  type DeclaredSchema,
} from './declared-schema.ts';
import { fillEmptyTables } from './fill-empty-tables.ts';
import {
  summarizeActions,
  describeUnnamedLosses,
  planSchemaChanges,
  readSchemaFacts,
  toMigrationStatement,
  declaredFunctionsByName,
  type MigrationDecisions,
} from './plan-schema-changes.ts';
import {
  checkFrozenMigrations,
  formatUnreleased,
  isUnreleased,
  listUnreleased,
  readUnreleased,
  readHandwrittenParts,
  replaceUnreleased,
  type HandwrittenParts,
} from './unreleased-migration.ts';

const project = join(import.meta.dirname, '..');
/** A second plan repairs the column grants that PostgreSQL drops with the grant of their table. */
const maxRounds = 4;

/** Returns what was done. */
export async function writeMigration({ drop, rename }: MigrationDecisions): Promise<string> {
  checkFrozenMigrations();
  writeAgencyFields();
  const kept = readHandwrittenParts();
  const unique = (all: readonly string[]): string[] => [...new Set(all)];
  const parts = {
    ...kept,
    drop: unique([...kept.drop, ...drop]),
    rename: unique([...kept.rename, ...rename]),
  };
  const before = listUnreleased();
  const dataDir = await mkdtemp(join(tmpdir(), 'migration-'));
  // If this runs as root, the database's user must be able to enter the folder; otherwise the cluster would be under
  // /var/lib and stay there.
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const server = await startEmbeddedServer({ dataDir, settings });
  try {
    const sets = await readFrozenMigrationSets();
    const { generate, emptyTables } = await prepareMigrationWriter(server.connection, sets);
    const text = await generate(readDeclaredSchema(), parts).catch((error: unknown) => {
      if (!(error instanceof UnnamedLosses)) throw error;
      const lines = error.message.split('\n').map((options) => `\n  npm run migration -- ${options}`);
      throw new Error(
        `Rows or values would be lost. Name what may go, or what has another name:${lines.join('')}`,
      );
    });
    const withoutRows = await emptyTables();
    if (withoutRows.length > 0)
      process.stderr.write(`without rows to try it on: ${withoutRows.join(', ')}\n`);
    if (before.length === 1 && before[0] !== undefined && readUnreleased(before[0]) === text)
      return `nothing to do: ${before[0]} is up to date`;
    const file = replaceUnreleased(text);
    if (file !== null)
      return `written: ${file}${before.length > 0 ? `, in the place of ${before.join(', ')}; a database that has applied the former: ./fairlead rebuild-database` : ''}`;
    return before.length > 0
      ? `removed: ${before.join(', ')}; the frozen migrations make the declared schema`
      : 'nothing to do: the migrations make the declared schema';
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Without the unreleased migration. */
export async function readFrozenMigrationSets(): Promise<MigrationSet[]> {
  const sets = await readMigrationSets({ folder: project, migrationsEnabled: true });
  return sets.map((set) => ({
    ...set,
    migrations: set.migrations.filter(({ file }) => !isUnreleased(file)),
  }));
}

/** Its message contains the options that name them. */
class UnnamedLosses extends Error {}

export interface MigrationWriter {
  /** Returns the text; null if the migrations already create the declared schema. */
  generate(declared: DeclaredSchema, parts: HandwrittenParts): Promise<string | null>;
  /** Tables for which no row could be made. */
  emptyTables(): Promise<string[]>;
}

/** Uses its own databases on the cluster: `before` is created by the migrations and has rows in every table. */
export async function prepareMigrationWriter(
  connection: ConnectionParameters,
  [own, present]: readonly MigrationSet[],
): Promise<MigrationWriter> {
  if (own === undefined || present === undefined) throw new Error('supabase/migrations is missing');
  await create(connection, 'backend_alone');
  await migrateDatabase(on(connection, 'backend_alone'), [own]);
  const made = makeBefore(connection, [own, present]);
  // Handled when the first call of `generate` awaits it.
  made.catch(() => {});

  async function generate(declared: DeclaredSchema, handwritten: HandwrittenParts): Promise<string | null> {
    const [{ known }, wanted] = await Promise.all([made, readDeclaredFacts(connection, declared)]);
    const tried = on(connection, 'tried');
    const functions = declaredFunctionsByName(declared);
    const plan = (facts: typeof known) => planSchemaChanges(facts, wanted, handwritten, connection.user);

    await create(connection, 'tried', 'before');
    await run(tried, handwritten.first);
    const actions: Action[] = [];
    const parts: string[] = [];
    for (
      let changes = plan(handwritten.first === '' ? known : await readSchemaFacts(tried));
      changes.actions.length > 0;
      changes = plan(await readSchemaFacts(tried))
    ) {
      if (parts.length === maxRounds) throw new Error(`No plan is complete: ${describe(changes.actions)}`);
      const losses = describeUnnamedLosses(changes, handwritten);
      if (losses !== null) throw new UnnamedLosses(losses);
      const written = changes.actions.flatMap((action) => {
        const sql = toMigrationStatement(action, functions, connection.user);
        return sql === null ? [] : [{ action, sql }];
      });
      const part = written.map(({ sql }) => sql).join('\n');
      await run(tried, part);
      actions.push(...written.map(({ action }) => action));
      parts.push(part);
    }
    const rows = await withClient(tried, (client) => applyDeclaredData(client, declared.data));
    const isEmpty = [...actions, ...rows, handwritten.first, handwritten.last].every((part) => part === '');
    if (isEmpty) return null;

    const summary = [summarizeActions(actions), rows.length > 0 ? `${rows.length} × rows` : ''];
    const generated = [...parts, ...rows.map(({ sql }) => sql)].join('\n\n');
    const text = formatUnreleased(summary.filter(Boolean).join(', '), handwritten, generated);
    // oxlint-disable-next-line no-control-regex -- a carriage return would be lost when the file is read
    if (/[\x00-\x08\x0b-\x1f\x7f]/.test(text))
      throw new Error("A text has control characters: declare them as escapes, such as E'\\r\\n'");
    // In one transaction, as the server applies it.
    await create(connection, 'tried', 'before');
    await run(tried, toMigration('1_tried.sql', text).sql);
    // Without rows, the last plan of the loop has found no difference after the same statements.
    const isChanged = rows.length > 0 || handwritten.last !== '';
    const left = isChanged ? plan(await readSchemaFacts(tried)).actions : [];
    if (left.length > 0) throw new Error(`The migration leaves differences: ${describe(left)}`);
    return text;
  }

  return { generate, emptyTables: async () => (await made).emptyTables };
}

async function makeBefore(connection: ConnectionParameters, sets: readonly MigrationSet[]) {
  await create(connection, 'before');
  const before = on(connection, 'before');
  const last = readLastReleaseSnapshot();
  await migrateDatabase(before, toMigrationSets(last));
  await withClient(before, (client) => restoreDumpedRows(client, last));
  await migrateDatabase(before, sets);
  const emptyTables = await withClient(before, fillEmptyTables);
  return { emptyTables, known: await readSchemaFacts(before) };
}

async function readDeclaredFacts(connection: ConnectionParameters, declared: DeclaredSchema) {
  await create(connection, 'declared', 'backend_alone');
  await withClient(on(connection, 'declared'), (client) => applyDeclaredSchema(client, declared));
  return readSchemaFacts(on(connection, 'declared'));
}

function describe(actions: readonly Action[]): string {
  return actions.map(({ sql }) => sql).join('; ');
}

function on(connection: ConnectionParameters, database: string): ConnectionParameters {
  return { ...connection, database };
}

async function create(connection: ConnectionParameters, database: string, template?: string): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query(`drop database if exists ${database}`);
    await client.query(
      `create database ${database} ${template === undefined ? '' : `template ${template} strategy wal_log`}`,
    );
  });
}

async function run(connection: ConnectionParameters, sql: string): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query(schemaSessionSettingsSql);
    await client.query(`begin; ${sql}\n; commit`);
  });
}

async function withClient<Result>(
  connection: ConnectionParameters,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(toClientConfig(connection));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
