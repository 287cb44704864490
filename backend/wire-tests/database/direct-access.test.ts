import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/database/connection-parameters.ts';
import { withClient } from '../../src/database/database-client.ts';
import { fillWithPristine } from '../fill-with-pristine.ts';
import { setUp, setUpFolder } from '../set-up.ts';
import { startProductProgram, type Program } from '../start-program.ts';
import { unusedPort } from '../stock-postgres.ts';

const workdir = setUpFolder(0o755);
let environment: Record<string, string>;

setUp(async () => {
  const migrations = join(workdir, 'supabase', 'migrations');
  await mkdir(migrations, { recursive: true });
  await writeFile(
    join(migrations, '20260101000000_fruits.sql'),
    `create type taste as enum ('sweet', 'sour');
     create table fruits (name text primary key, taste taste);
     alter table fruits enable row level security;`,
  );
  await writeFile(join(workdir, 'supabase', 'seed.sql'), `insert into fruits values ('apple', 'sweet')`);
  const dataDir = join(workdir, '.data');
  await mkdir(dataDir, { mode: 0o711 });
  await fillWithPristine(dataDir);
  environment = { DATA_DIR: dataDir, DATABASE_PORT: String(await unusedPort()) };
  const program = run('backend', '--workdir', workdir, '--port', '0');
  await program.waitForOutput(/Keys/);
  return program;
}, 120_000);

/** `types` is a command of contributors. */
function run(...command: string[]): Program {
  const program = command[0] === 'types' ? 'tools/setup/checkout.mjs' : 'server/commands/main.ts';
  return startProductProgram([program, ...command], environment);
}

async function printed(...command: string[]): Promise<string> {
  const program = run(...command);
  expect([await program.exited, program.errors()]).toEqual([0, expect.not.stringContaining('rror')]);
  return program.standardOutput();
}

test('B-240 status prints the URL of the login, with which a program reads, writes and finds the applied migrations', async () => {
  const url = /^DIRECT_URL='?(postgresql:[^'\n]+)/m.exec(await printed('status'))?.[1] ?? '';
  const connection = parseDatabaseUrl(url);
  expect(connection).toMatchObject({ host: '127.0.0.1', user: 'direct', database: 'postgres' });
  await withClient(connection, async (client) => {
    await client.query(`insert into fruits values ('lemon', 'sour')`);
    expect((await client.query('select name from fruits order by 1')).rows).toEqual([
      { name: 'apple' },
      { name: 'lemon' },
    ]);
    const { rows } = await client.query('select * from supabase_migrations.schema_migrations');
    expect(rows).toMatchObject([
      {
        version: '20260101000000',
        name: 'fruits',
        statements: [expect.stringMatching(/^create type/), expect.any(String), expect.any(String)],
      },
    ]);
  });
});

test('types FOLDER prints the types of any supabase/ folder', async () => {
  const types = await printed('types', workdir);
  expect(types).toContain('fruits: {');
  expect(types).toContain(`taste: 'sweet' | 'sour';`);
});
