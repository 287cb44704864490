import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Program } from '@fairlead/backend/testing';
import { startCommand } from '../../e2e/product/command.ts';
import { findFreePort } from '../../e2e/product/product.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { assertDeepEqual, upgradeKeys } from './upgrade/old-cluster.ts';

export const title = '20 failed upgrades in different places: after each the old version serves all rows';

const rows = 20_000;
const slow = `alter table notes add column extra text default 'x'; update notes set extra = body; select pg_sleep(20)`;

interface Failure {
  /** The migration of the newer version. */
  sql: string;
  /** Interferes with the upgrade; if undefined, it runs to its end. */
  act?: (upgrade: Program, dataDir: string) => Promise<void>;
}

const failures: Record<string, Failure> = {
  'an error in the last statement': { sql: `delete from notes; select 1 / 0` },
  'an error of syntax': { sql: `delete from notes; no statement` },
  'a table dropped, then an error': { sql: `drop table notes cascade; select 1 / 0` },
  'a constraint that rows break': { sql: `alter table notes add constraint short check (length(body) < 3)` },
  'a function that raises': { sql: `do $$ begin delete from notes; raise 'no'; end $$` },
  'a commit of its own, then an error': { sql: `delete from notes; commit; drop table notes; select 1 / 0` },
  'an enum value that is used at once': {
    sql: `alter type t add value 'b'; drop table notes; select 'b'::t`,
  },
  'roles and settings changed, then an error': {
    sql: `commit; create role left_over; alter system set work_mem = '9MB'; select 1 / 0`,
  },
  'no space for the copy': { sql: `delete from notes`, act: withoutSpace },
  'kill -9 while the copy begins': { sql: slow, act: killAt('postgres.upgrading') },
  'kill -9 while the copy is made': { sql: slow, act: killAt('postgres.upgrading/base') },
  'kill -9 when files are linked': { sql: slow, act: killAt('keys.json.before-upgrade') },
  'kill -9 when the copy is complete': { sql: slow, act: killAt('postgres.before-upgrade') },
  'kill -9 when the upgrade is recorded': { sql: slow, act: killAt('upgrade.json') },
  'kill -9 after 1 s of migrations': { sql: slow, act: killAt('upgrade.json', 1_000) },
  'kill -9 after 3 s of migrations': { sql: slow, act: killAt('upgrade.json', 3_000) },
  'kill -9 after a commit of the migration': {
    sql: `drop table notes; commit; select pg_sleep(20)`,
    act: killAt('upgrade.json', 2_500),
  },
  'kill -9 while it is undone': {
    sql: `delete from notes; commit; select 1 / 0`,
    act: killAt('postgres.failed-upgrade'),
  },
  'PostgreSQL killed during the migration': { sql: slow, act: killPostgres },
  'PostgreSQL killed after a commit of the migration': {
    sql: `drop table notes; commit; select pg_sleep(20)`,
    act: killPostgres,
  },
};

export default async function drill(_args: readonly string[], { folder }: DrillCall): Promise<void> {
  const project = join(folder, 'project', 'supabase', 'migrations');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, '..', 'config.toml'), '');
  writeFileSync(
    join(project, '1_notes.sql'),
    `create type t as enum ('a'); create table notes (id int primary key, body text); grant all on notes to service_role;
       insert into notes select n, 'note ' || n from generate_series(1, ${rows}) n`,
  );
  const dataDir = join(folder, 'data');
  await expectOldVersion(folder, 'before any upgrade');
  for (const [index, [name, { sql, act }]] of Object.entries(failures).entries()) {
    writeFileSync(join(project, '2_new.sql'), sql);
    const upgrade = serve(folder, await findFreePort());
    const succeeded = upgrade.waitForOutput(/Keys .*\n/).then(
      () => upgrade.process.kill('SIGTERM'),
      () => false,
    );
    if (act) await act(upgrade, dataDir);
    await upgrade.exited;
    if (await succeeded) throw new Error(`${name}: the upgrade did not fail:\n${upgrade.output()}`);
    rmSync(join(project, '2_new.sql'));
    await expectOldVersion(folder, name);
    const left = readdirSync(dataDir).filter((file) => /upgrad|scratch/.test(file));
    assertDeepEqual(left, [], `leftovers after ${name}`);
    const said =
      upgrade
        .output()
        .split('\n')
        .findLast((line) => line.startsWith('backend: ')) ?? 'killed';
    process.stdout.write(`${index + 1}. ${name}: all ${rows} rows\n   ${said.slice(0, 300)}\n`);
  }
}

function serve(folder: string, port: number): Program {
  const project = join(folder, 'project');
  return startCommand(['server/commands/main.ts', 'backend', '--workdir', project, '--port', String(port)], {
    DATA_DIR: join(folder, 'data'),
    ...upgradeKeys,
  });
}

async function expectOldVersion(folder: string, after: string): Promise<void> {
  const port = await findFreePort();
  const old = serve(folder, port);
  await old.waitForOutput(/Keys .*\n/);
  const headers = { apikey: upgradeKeys.SECRET_KEY, prefer: 'count=exact' };
  const response = await fetch(`http://127.0.0.1:${port}/rest/v1/notes?order=id.desc&limit=1`, { headers });
  assertDeepEqual(await response.json(), [{ id: rows, body: `note ${rows}` }], `the last row after ${after}`);
  assertDeepEqual(response.headers.get('content-range'), `0-0/${rows}`, `rows after ${after}`);
  old.process.kill('SIGTERM');
  assertDeepEqual(await old.exited, 0, `exit of the old version after ${after}`);
}

function killAt(name: string, afterMs = 0): NonNullable<Failure['act']> {
  return async ({ process: child, output }, dataDir) => {
    await until(() => existsSync(join(dataDir, name)), child, output);
    await wait(afterMs);
    child.kill('SIGKILL');
  };
}

async function until(isNow: () => boolean, child: Program['process'], output: () => string): Promise<void> {
  while (!isNow()) {
    if (child.exitCode !== null) throw new Error(`it ended before it was to be killed:\n${output()}`);
    await wait(1);
  }
}

async function killPostgres({ process: child, output }: Program, dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  await until(() => existsSync(join(dataDir, 'upgrade.json')) && existsSync(file), child, output);
  await wait(2_500);
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
}

async function withoutSpace({ exited }: Program, dataDir: string): Promise<void> {
  const huge = join(dataDir, 'postgres', 'huge');
  const { bavail, bsize } = statfsSync(dataDir);
  writeFileSync(huge, '');
  truncateSync(huge, bavail * bsize);
  await exited;
  rmSync(huge);
}
