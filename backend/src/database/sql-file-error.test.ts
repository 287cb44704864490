// Every kind of mistake in an SQL file is reported with its file, line, statement and next step.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { startCluster } from '../../wire-tests/cluster.ts';
import { setUp, setUpFolder } from '../../wire-tests/set-up.ts';
import { exitCodeOf } from '../errors/startup-error.ts';
import type { ConnectionParameters } from './connection-parameters.ts';
import { migrateDatabase } from './migrate-database.ts';
import { readMigrations, toMigration } from './migration-files.ts';
import { seedDatabase } from './seed-database.ts';

const cluster = setUp(startCluster);
const root = setUpFolder();
let connection: ConnectionParameters;

beforeEach(async () => {
  connection = await cluster.createDatabase();
});

function apply(...files: [string, string | Uint8Array][]): Promise<string[]> {
  return migrateDatabase(connection, [
    { source: 'project', migrations: files.map(([name, text]) => toMigration(name, text)) },
  ]);
}

const first: [string, string] = ['1_first.sql', 'select 1'];
const tables = `create table "año" (id int primary key, price int);
insert into "año" values (1, -5), (2, 3);
create function halve(n int) returns int language plpgsql as $f$
begin
  return n / 0;
end $f$;
`;
const correct = 'Correct the file, then start again';

/** [what is wrong, the SQL that begins at line 7, the message after "failed"] */
const mistakes: [string, string, string][] = [
  [
    'a syntax error',
    `select 1;\ncreat table b ();`,
    ` at line 8: syntax error at or near "creat"; statement: creat table b (); nothing was changed. ${correct}`,
  ],
  [
    'a missing table',
    `insert\n  into nowhere values (1);`,
    ` at line 8: relation "nowhere" does not exist; statement: insert into nowhere values (1); nothing was changed. ${correct}`,
  ],
  [
    'a misspelled column',
    `select prise from "año";`,
    ` at line 7: column "prise" does not exist; statement: select prise from "año"; nothing was changed. ${correct} (PostgreSQL's hint: Perhaps you meant to reference the column "año.price")`,
  ],
  [
    'a runtime error in a DO block',
    `do $do$\ndeclare n int;\nbegin\n  n := 1;\n  n := n / 0;\nend $do$;`,
    ` at line 11: division by zero; statement: … n := n / 0; end $do$; nothing was changed. ${correct}`,
  ],
  [
    'a missing table in a DO block',
    `do $$ begin\n  perform 1;\n  delete from nowhere; end $$;`,
    ` at line 9: relation "nowhere" does not exist; statement: … delete from nowhere; end $$; nothing was changed. ${correct}`,
  ],
  [
    'a syntax error in a function',
    `create function g() returns int language plpgsql as $$\nbegin\n  retrun 1;\nend $$;`,
    ` at line 9: syntax error at or near "retrun"; statement: create function g() returns int language plpgsql as $$ begin retrun 1; end $$; nothing was changed. ${correct}`,
  ],
  [
    'a runtime error in a function',
    `select 1;\nselect halve(1);`,
    ` at line 8: division by zero (PL/pgSQL function halve(integer) line 3 at RETURN); statement: select halve(1); nothing was changed. ${correct}`,
  ],
  [
    'a constraint that rows break',
    `alter table "año" add constraint paid check (price > 0);`,
    ` at line 7: check constraint "paid" of relation "año" is violated by some row; statement: alter table "año" add constraint paid check (price > 0); nothing was changed. Correct the rows earlier in this file, or the rule that they break, then start again`,
  ],
  [
    'a deferred constraint',
    `create table b (a int references "año" deferrable initially deferred);\ninsert into b values (9);`,
    `: insert or update on table "b" violates foreign key constraint "b_a_fkey"; nothing was changed. Correct the rows earlier in this file, or the rule that they break, then start again`,
  ],
  [
    'a statement timeout',
    `set local statement_timeout = 20;\nselect pg_sleep(30);`,
    ` at line 8: canceling statement due to statement timeout; statement: select pg_sleep(30); nothing was changed. It took longer than the statement_timeout that this file or a function in it sets, or was cancelled: allow more time there, then start again`,
  ],
  [
    'what cannot run in a transaction',
    `create index concurrently on "año" (price);`,
    ` at line 7: CREATE INDEX CONCURRENTLY cannot run inside a transaction block; statement: create index concurrently on "año" (price); nothing was changed. Files run in a transaction: leave out what cannot (concurrently, vacuum), then start again`,
  ],
  [
    'a command of psql',
    `\\restrict abc`,
    ` at line 7: syntax error at or near "\\"; statement: \\restrict abc; nothing was changed. Lines that begin with \\ are commands of psql: remove them, then start again`,
  ],
  [
    'a merge conflict',
    `<<<<<<< ours\nselect 1;`,
    ` at line 7: syntax error at or near "<<<<<<<"; statement: <<<<<<< ours select 1; nothing was changed. ${correct}`,
  ],
  [
    'an unclosed quote',
    `select $$;\nselect 2;\n`,
    ` at line 7: unterminated dollar-quoted string at or near "$$; select 2; "; statement: select $$; select 2; nothing was changed. ${correct}`,
  ],
  [
    'a password',
    `create role "año" password 'of a login' valid until 'no';`,
    ` at line 7: invalid input syntax for type timestamp with time zone: "no"; statement: create role "año" password '…' valid until 'no'; nothing was changed. ${correct}`,
  ],
  [
    'a position beyond 16 bits',
    `select '😀';\nselect ${'1,'.repeat(300)} 2,\n  nowhere;`,
    ` at line 9: column "nowhere" does not exist; statement: … nowhere; nothing was changed. ${correct}`,
  ],
];

test.each(mistakes)(
  'B-279 the error names file, line, statement and next step: %s',
  async (_what, sql, message) => {
    await apply(first);
    const text = tables + sql;
    for (const written of [text, `\uFEFF${text.replaceAll('\n', '\r\n')}`]) {
      const error = await apply(first, ['2_own.sql', written]).catch((reason: unknown) => reason);
      expect((error as Error).message).toBe(`Migration 2_own.sql failed${message}`);
      expect(exitCodeOf(error)).toBe(message.includes('timeout') ? 1 : 78);
    }
  },
);

test('B-279 in a database with data, a deferred constraint names the file that breaks it, also among several', async () => {
  await apply(['1_first.sql', tables]);
  const breaking = `create table b (a int references "año" deferrable initially deferred); insert into b values (9)`;
  await expect(
    apply(['1_first.sql', tables], ['2_b.sql', 'select 2'], ['3_c.sql', breaking], ['4_d.sql', 'select 4']),
  ).rejects.toThrow(
    'Migration 3_c.sql failed: insert or update on table "b" violates foreign key constraint "b_a_fkey"; nothing was changed. Correct the rows',
  );
  // Deferred constraints stay deferred for the files after one that keeps them.
  const later = `insert into b values (3); insert into "año" values (3, 1)`;
  const making = breaking.replace('9', '1');
  expect(
    await apply(['1_first.sql', tables], ['2_b.sql', 'select 2'], ['3_c.sql', making], ['4_d.sql', later]),
  ).toHaveLength(3);
});

const encodings: [string, Buffer, string][] = [
  [
    'Latin-1',
    Buffer.from(`select 1;\n-- caf\xe9`, 'latin1'),
    'at line 2: it contains bytes that are not UTF-8; nothing was changed. Save the file as UTF-8, then start again',
  ],
  [
    'UTF-16',
    Buffer.from(`\uFEFFselect 1;`, 'utf16le'),
    'at line 1: it is UTF-16, not UTF-8; nothing was changed. Save the file as UTF-8, then start again',
  ],
  [
    'a NUL character',
    Buffer.from(`select 1;\n\n\0`),
    'at line 3: it contains a NUL character; nothing was changed. Remove that character, then start again',
  ],
];

test.each(encodings)(
  'B-279 a file in %s is rejected by name; an applied one stays as it is',
  async (_what, bytes, message) => {
    const folder = await mkdtemp(join(root, 'encoding-'));
    await writeFile(join(folder, '1_a.sql'), bytes);
    const sets = [{ source: 'project', migrations: await readMigrations(folder) }];
    await expect(migrateDatabase(connection, sets)).rejects.toThrow(`Migration 1_a.sql failed ${message}`);
    const seed = join(folder, 'seed.sql');
    await writeFile(seed, bytes);
    await expect(seedDatabase(connection, [seed])).rejects.toThrow(
      `Seed file seed.sql failed ${message.replace('nothing was changed', 'nothing of it was added')}`,
    );
  },
);

test('B-279 a seed file with a byte-order mark and line ends of Windows is read; one that fails or is missing is named', async () => {
  const folder = await mkdtemp(join(root, 'seed-'));
  const seed = join(folder, 'seed.sql');
  await writeFile(
    seed,
    '\uFEFFcreate table a (n int);\r\ninsert into a values (1);\r\ninsert into a values (1 / 0);',
  );
  const error = await seedDatabase(connection, [seed]).catch((reason: unknown) => reason);
  expect((error as Error).message).toBe(
    `Seed file seed.sql failed at line 3: division by zero; statement: insert into a values (1 / 0); nothing of it was added. ${correct}`,
  );
  expect(exitCodeOf(error)).toBe(78);
  const missing = seedDatabase(connection, [join(folder, 'none.sql')]);
  await expect(missing).rejects.toThrow('Seed file none.sql cannot be read: ENOENT');
});

test('B-279 a lock that another session holds may be gone at the next start, and is no permanent failure', async () => {
  const files: [string, string][] = [
    ['1_a.sql', `do $$ begin raise exception 'held' using errcode = '55P03'; end $$`],
  ];
  const error = await apply(...files).catch((reason: unknown) => reason);
  expect(exitCodeOf(error)).toBe(1);
  expect((error as Error).message).toContain('Another session holds what it changes');
});
