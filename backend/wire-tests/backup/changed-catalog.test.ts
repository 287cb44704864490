import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { passphrase } from './archive-entries.ts';
import { setUpBackedUpServer } from './backed-up-server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const { root, query, backUp } = setUpBackedUpServer(0o777);
const restored = join(root, 'restored');
/** A file that a function of the archive would write. */
const marker = join(root, 'executed');

/** A function that writes the marker, which only a volatile one may. */
const spy = (signature: string, volatility: string, result: string): string =>
  `create function public.${signature} language plpgsql ${volatility} as
   $$ begin perform public.write_marker(); return ${result}; end $$;`;

beforeAll(async () => {
  await query(`create function public.write_marker() returns void language plpgsql volatile as
    $$ begin copy (select 1) to program 'cat > ${marker}'; end $$;
    create table leads (name text);
    insert into leads values ('Ana')`);
});

/** Backs up, restores up to the question, and returns what was asked. Nothing is accepted. */
async function restore(isInspected = true): Promise<{ named: string[]; error: Error }> {
  const archive = join(root, 'archive');
  await rm(archive, { force: true });
  await backUp(archive);
  await rm(marker, { force: true });
  let named: string[] = [];
  const inspect = {
    sets: [],
    executedTables: ['public.sources'],
    async accept(found: string[]) {
      named = found;
      return false;
    },
  };
  const error: unknown = await restoreBackup({
    source: createReadStream(archive),
    passphrase,
    dataDir: restored,
    inspect: isInspected ? inspect : undefined,
  }).catch((reason: unknown) => reason);
  expect(existsSync(restored)).toBe(false);
  return { named, error: error as Error };
}

test('B-278 a restore runs nothing of what it asks about, even to compare the rows of tables', async () => {
  await query(`${spy('evil() returns int', 'immutable', '1')}
    ${spy('evil(bigint) returns text', 'volatile', `'x'`)}
    ${spy('evil(oid[]) returns regrole[]', 'volatile', `'{}'`)}
    create cast (bigint as text) with function evil(bigint);
    create cast (oid[] as regrole[]) with function evil(oid[]);
    create index evil_leads on leads (evil());
    create table sources (name text);
    create index evil_sources on sources (evil());
    alter table leads enable row level security;
    create policy own on leads to postgres using (true);
    set allow_system_table_mods = on;
    create or replace view pg_catalog.pg_roles as
      select rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolconnlimit,
        '********'::text as rolpassword, rolvaliduntil, rolbypassrls, null::text[] collate "C" as rolconfig,
        (oid::bigint + evil())::int::oid as oid
      from pg_authid;
    create or replace view pg_catalog.pg_settings as select * from pg_show_all_settings()
      where name is null or evil() = 1`);
  const { named, error } = await restore();
  expect(error.message).toMatch(/code that is not from this program.*has not run/);
  expect(named).toEqual(
    expect.arrayContaining(['index public.evil_leads', 'index public.evil_sources', 'cast bigint text']),
  );
  expect(named).toContainEqual(expect.stringMatching(/^view pg_roles \(changed\)/));
  expect(existsSync(marker)).toBe(false);
});

test('B-278 a built-in function, operator, type or table that was changed is refused before any query', async () => {
  await query(`${spy('zz_evil(o oid) returns text', 'volatile strict', `'x'`)}
    ${spy('evil(text, text) returns boolean', 'volatile', 'true')}
    ${spy('evil(regprocedure) returns text', 'volatile', `'x'`)}
    ${spy('evil(interval, interval) returns int', 'volatile', '1')}
    set allow_system_table_mods = on;
    update pg_proc set prolang = 14, provolatile = 'v', prosrc = 'select public.zz_evil($1)'
      where oid = 'pg_catalog.pg_get_triggerdef(oid)'::regprocedure;
    update pg_operator set oprcode = 'evil(text, text)'::regprocedure where oid = '~(text, text)'::regoperator;
    update pg_type set typoutput = 'evil(regprocedure)'::regprocedure where typname = 'regprocedure';
    update pg_cast set castfunc = 'zz_evil(oid)'::regprocedure where castsource = 'int8'::regtype and casttarget = 'oid'::regtype;
    update pg_amproc set amproc = 'evil(interval, interval)'::regprocedure
      where amproclefttype = 'interval'::regtype and amproc = 'interval_cmp'::regproc;
    create rule evil as on update to pg_catalog.pg_trigger do also nothing;
    create index evil_index on pg_catalog.pg_policy ((1))`);
  const { named, error } = await restore();
  for (const name of ['function pg_get_triggerdef', 'operator ~', 'type regprocedure', 'table pg_trigger'])
    expect(error.message).toContain(name);
  expect(error.message).toMatch(/cast number \d+.*function of an operator family number \d+/);
  expect(error.message).toMatch(
    /catalog of PostgreSQL itself was changed.*nothing was run and nothing was kept/,
  );
  expect(named).toEqual([]);
  expect(existsSync(marker)).toBe(false);
  // So does a backup's own verification.
  expect((await restore(false)).error.message).toContain('function pg_get_triggerdef');
  expect(existsSync(marker)).toBe(false);
});
