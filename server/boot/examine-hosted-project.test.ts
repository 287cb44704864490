import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWireServer, type WireServer } from '@fairlead/backend/testing';
import { projectRoot } from '../project-root.ts';
import { examineHostedProject } from './examine-hosted-project.ts';

let project: WireServer;

beforeAll(async () => void (project = await startWireServer({ workdir: projectRoot })), 120_000);
afterAll(() => project.close());

const push = 'run supabase db push there first';
const examine = (key = project.secretKey) => examineHostedProject(project.url, key);
const restore = `delete from supabase_migrations.schema_migrations`;

/** As the migrations left it, whatever the test before has changed. */
beforeEach(async () => {
  await project.pool.query(
    `create table if not exists public.saved_record as table supabase_migrations.schema_migrations`,
  );
  await project.pool.query(
    `${restore}; insert into supabase_migrations.schema_migrations table public.saved_record`,
  );
});

test('a project with these migrations fits, also one whose migrations nothing recorded', async () => {
  expect(await examine()).toBeNull();
  await project.pool.query(restore);
  expect(await examine()).toBeNull();
});

test('B-431 a project with another form of the unreleased migration is refused with the steps', async () => {
  await project.pool.query(
    `insert into supabase_migrations.schema_migrations (version, name) values ('20260101000000', 'unreleased')`,
  );
  expect(await examine()).toEqual({
    what: 'SUPABASE_URL',
    finding: `${project.url} has another form of the unreleased migration (20260101000000_unreleased.sql)`,
    fix: expect.stringContaining('docs/operate/hosted-supabase.md'),
    isPermanent: true,
  });
});

test('B-431 a project that lacks a migration is refused, one with a newer released one is not', async () => {
  await project.pool.query(
    `insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', '9_0_0')`,
  );
  expect(await examine()).toBeNull();
  await project.pool.query(
    `delete from supabase_migrations.schema_migrations where version =
       (select min(version) from supabase_migrations.schema_migrations)`,
  );
  expect(await examine()).toMatchObject({ finding: expect.stringContaining('_base.sql'), fix: push });
});

test('a project without the tables, a wrong key and an address without a project are told apart', async () => {
  expect(await examine('sb_secret_wrong')).toMatchObject({ what: 'SECRET_KEY', isPermanent: true });
  expect(await examineHostedProject('http://127.0.0.1:1', '')).toMatchObject({
    finding: expect.stringContaining('cannot be reached'),
    isPermanent: false,
  });
  await using empty = await startWireServer();
  expect(await examineHostedProject(empty.url, empty.secretKey)).toMatchObject({
    fix: push,
    isPermanent: true,
  });
});
