import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOwnCluster, type Cluster } from '@fairlead/backend/testing';
import { readMigrationSets } from '@fairlead/backend/project';
import { readDeclaredSchema, type DeclaredSchema } from '../declared/declared-schema.ts';
import { splitSqlStatements } from '../declared/split-sql-statements.ts';
import { listUnreleased, readHandwrittenParts, readUnreleased } from '../declared/unreleased-migration.ts';
import {
  prepareMigrationWriter,
  readFrozenMigrationSets,
  type MigrationWriter,
} from '../declared/write-migration.ts';
import { repositoryRoot } from './test-database.ts';

let cluster: Cluster;
let writer: MigrationWriter;
const schema = readDeclaredSchema();
const nothing = { drop: [], rename: [], first: '', last: '' };

beforeAll(async () => {
  cluster = await startOwnCluster();
  const project = { folder: join(repositoryRoot, 'supabase'), migrationsEnabled: true };
  writer = await prepareMigrationWriter(cluster.connection, await readMigrationSets(project));
}, 300_000);

afterAll(() => cluster.stop());

/** The declared schema with some statements replaced, and others added. */
function changed(replace: Record<string, string>, added = ''): DeclaredSchema {
  const left = new Set(Object.keys(replace));
  const edit = <Part extends { sql: string }>(statement: Part): Part => {
    const found = [...left].find((text) => statement.sql.includes(text));
    if (found === undefined) return statement;
    left.delete(found);
    return { ...statement, sql: statement.sql.replace(found, replace[found] ?? '') };
  };
  const objects = schema.objects.map(edit);
  const data = schema.data.map(edit);
  expect([...left], 'texts that no statement has').toEqual([]);
  const further = splitSqlStatements(added).map((statement) => ({ file: 'added.sql', ...statement }));
  return { ...schema, objects: [...objects, ...further], data };
}

test('no migration is written without a change @audit', async () => {
  expect(await writer.generate(schema, nothing)).toBeNull();
}, 300_000);

test('a new field is one migration: columns, checks, grant, function as it is declared, and rows of data.sql', async () => {
  // Each table has a row on which it is tried.
  expect(await writer.emptyTables()).toEqual([]);
  const text = await writer.generate(
    changed(
      {
        '  email_bounced_at timestamptz,': '  email_bounced_at timestamptz,\n  tested_words text,',
        "('public.leads', 'words', '": "('public.leads', 'words', 'tested_words ",
      },
      `-- A comment that explains.
       create function private.is_tested(value text) returns boolean
         language sql immutable parallel safe
         return char_length(value) <= 60;
       grant execute on function private.is_tested(text) to authenticated;
       grant insert (tested_words) on public.leads to anon;
       create table private.tested_leads (lead_id uuid primary key);
       create view public.open_leads with (security_invoker = true) as select id, name from public.leads;
       revoke all on public.open_leads from service_role;
       grant select on public.open_leads to authenticated, service_role;`,
    ),
    nothing,
  );
  expect(text).toMatch(/^-- .*1 × create function/);
  expect(text).toContain('-- A comment that explains.\ncreate or replace function private.is_tested');
  expect(text).toContain(`('public.leads', 'words', 'tested_words `);
  // The role that runs it may have another name, and PostgreSQL 15 and 16 have no MAINTAIN.
  expect(text).not.toMatch(/OWNER TO|MAINTAIN|"postgres"/);
}, 300_000);

test('column grants survive another grant of their table @audit', async () => {
  const text = await writer.generate(changed({}, 'grant delete on public.leads to anon;'), nothing);
  expect(text).toMatch(/GRANT INSERT \([^)]*email/i);
}, 300_000);

const withoutTime = { '  mail_tested_at timestamptz,': '  mail_tried_at timestamptz,' };
const former = 'column:public.settings.mail_tested_at';
const renamed = `${former}=column:public.settings.mail_tried_at`;

test('a column that is gone is named on the command line, or nothing is written', async () => {
  await expect(writer.generate(changed(withoutTime), nothing)).rejects.toThrow(
    `--drop '${former}'\n--rename '${renamed}'`,
  );
}, 300_000);

test('a column that is named is dropped @audit', async () => {
  const text = await writer.generate(changed(withoutTime), { ...nothing, drop: [former] });
  expect(text).toContain('DROP COLUMN');
}, 300_000);

test('a dropped table is named without its columns @audit', async () => {
  const objects = schema.objects.filter(({ file }) => file !== '44-search/saved-views.sql');
  const data = schema.data.filter(({ sql }) => !sql.includes('saved_views'));
  await expect(writer.generate({ ...schema, objects, data }, nothing)).rejects.toThrow(
    /^--drop 'table:public.saved_views'$/,
  );
}, 300_000);

test('a renamed column keeps its values @audit', async () => {
  const text = await writer.generate(changed(withoutTime), { ...nothing, rename: [renamed] });
  expect(text).toContain('RENAME COLUMN');
  expect(text).not.toContain('DROP COLUMN');
}, 300_000);

test('a check that rows break is not written @audit', async () => {
  const strict = changed({
    "check (sign_up_mode in ('open', 'approval', 'closed'))": "check (sign_up_mode = 'none')",
  });
  await expect(writer.generate(strict, nothing)).rejects.toThrow();
}, 300_000);

test('a column whose values a new rule needs is filled by hand, before the generated part or after it @audit', async () => {
  const keys = '  network text,\n  constraint read_counts_once';
  const required = changed({ [keys]: `  tested_by text not null,\n${keys}` });
  await expect(writer.generate(required, nothing)).rejects.toThrow('tested_by');
  const first = `alter table private.read_counts add column tested_by text;\nupdate private.read_counts set tested_by = 'before';`;
  const last = `update private.read_counts set tested_by = 'after';`;
  const text = await writer.generate(required, { ...nothing, first, last });
  expect(text?.indexOf(first)).toBeLessThan(text?.indexOf('SET NOT NULL') ?? 0);
  expect(text?.trimEnd().endsWith(last)).toBe(true);
}, 300_000);

test('the unreleased migration is the one that npm run migration writes from the frozen ones @audit', async () => {
  const frozen = await prepareMigrationWriter(cluster.connection, await readFrozenMigrationSets());
  const [file] = listUnreleased();
  expect(await frozen.generate(schema, readHandwrittenParts())).toBe(
    file === undefined ? null : readUnreleased(file),
  );
}, 300_000);
