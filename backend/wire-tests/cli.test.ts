import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTcpServer } from '../fakes/tcp-server.ts';
import type { BackendKeys } from '../src/tokens/keys.ts';
import { postmasterPid } from './database-holder.ts';
import { fillWithPristine } from './fill-with-pristine.ts';
import { folderForTest } from './set-up.ts';
import { startProductProgram, type ProductOptions, type Program } from './start-program.ts';

let workdir: string;

beforeEach(async () => {
  workdir = folderForTest(0o755);
  await mkdir(join(workdir, 'supabase', 'migrations'), { recursive: true });
  await writeFile(
    join(workdir, 'supabase', 'migrations', '20260101000000_fruits.sql'),
    'create table fruits (name text primary key)',
  );
  await writeFile(join(workdir, 'supabase', 'seed.sql'), `insert into fruits values ('apple')`);
});

// Long, because a test starts several processes, and the machine may be busy.
const timeoutMs = 120_000;
vi.setConfig({ testTimeout: timeoutMs });

interface Run {
  /** The output until it was ready, or until it ended. */
  output: string;
  url: string;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

function start(
  command: string[],
  environment: Record<string, string> = {},
  options: ProductOptions = {},
): Program {
  const program = startProductProgram(['server/commands/main.ts', ...command], environment, options);
  onTestFinished(async () => void (await program.stop()));
  return program;
}

function startBackend(...args: string[]): Program {
  return start(['backend', '--workdir', workdir, '--port', '0', ...args]);
}

async function run(...args: string[]): Promise<Run> {
  const program = startBackend(...args);
  const isReady = await program.waitForOutput(/Keys/).then(
    () => true,
    () => false,
  );
  return {
    output: isReady ? program.output() : program.errors(),
    url: /http:\S+/.exec(program.standardOutput())?.[0] ?? '',
    end: program.stop,
  };
}

/** Creates a database once, so that starts need not. */
async function prepareDatabase(): Promise<void> {
  await mkdir(join(workdir, '.data'), { mode: 0o711 });
  await fillWithPristine(join(workdir, '.data'));
}

/** The output of `status`, and the status that it reports. */
async function readStatus(): Promise<[string, string]> {
  const program = start(['status'], { DATA_DIR: join(workdir, '.data') });
  await program.exited;
  return [program.standardOutput(), program.errors()];
}

async function readKeys(): Promise<BackendKeys> {
  return JSON.parse(await readFile(join(workdir, '.data', 'keys.json'), 'utf8')) as BackendKeys;
}

test('--help prints the usage and ends, also under a parent that holds a channel to it', async () => {
  const program = start(['backend', '--help'], {}, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  expect(await program.exited).toBe(0);
  expect(program.output()).toContain('Serve the supabase/ folder');
}, 60_000);

test('serves a supabase/ folder, keeps its data and keys, and ends without leaving a process', async () => {
  await prepareDatabase();
  const first = await run();
  expect(first.output).toContain(`Project    ${join(workdir, 'supabase')}`);
  const keys = await readKeys();
  expect((await stat(join(workdir, '.data', 'keys.json'))).mode & 0o777).toBe(0o600);
  expect(first.output).not.toContain(keys.secretKey);
  expect(await readStatus()).toMatchObject([
    expect.stringContaining(first.url),
    expect.not.stringContaining('no server is running'),
  ]);
  const client = createClient(first.url, keys.secretKey);
  expect((await client.from('fruits').insert({ name: 'pear' })).status).toBe(201);
  const pid = postmasterPid(join(workdir, '.data', 'postgres'));
  expect(await first.end()).toBe(0);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect((await readStatus())[1]).toContain('no server is running');

  const second = await run();
  expect(await readKeys()).toEqual(keys);
  const { data } = await createClient(second.url, keys.publishableKey).from('fruits').select().order('name');
  // The seed ran once.
  expect(data).toEqual([{ name: 'apple' }, { name: 'pear' }]);
  expect(await second.end('SIGINT')).toBe(0);
  const bounds = await readFile(join(import.meta.dirname, '../../docs/bounds.md'), 'utf8');
  const names = await readdir(join(workdir, '.data'));
  expect(names.filter((name) => !bounds.includes(`| \`${name}\` |`))).toEqual([]);
});

test('Ctrl-C while the database is made, started or migrated ends without a word or a process, and the next start works @audit', async () => {
  const dataDir = join(workdir, '.data');
  for (const file of ['database.json', 'postgres.new', 'postgres/postmaster.pid', 'keys.json']) {
    // The previous start may have written it, in which case this one would be ended before it begins.
    await rm(join(dataDir, file), { recursive: true, force: true });
    const program = startBackend();
    await expect.poll(() => existsSync(join(dataDir, file)), { interval: 5, timeout: timeoutMs }).toBe(true);
    const code = await program.stop('SIGINT');
    expect([file, code, program.errors().replaceAll(/.*"migration\.applied".*\n/g, '')]).toEqual([
      file,
      0,
      '',
    ]);
    const left = await readdir(dataDir);
    expect(left).not.toContain('postgres.new');
    expect(left).not.toContain('password.new');
    // Deleting it is the last action of the database.
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  }
  expect(await (await run()).end()).toBe(0);
});

test('a changed migration, a port in use, a folder without a project and a protection that is not offered are one line with the fix @audit', async () => {
  await prepareDatabase();
  const first = await run();
  await first.end();
  await writeFile(join(workdir, 'supabase', 'migrations', '20260101000000_fruits.sql'), 'select 1');
  expect((await run()).output).toBe(
    'backend: Migration 20260101000000_fruits.sql was changed after it was applied: restore it and write the change as a new file\n',
  );

  const taken = await startTcpServer();
  expect((await run('--port', String(taken.port))).output).toBe(
    `backend: Port ${taken.port} on 127.0.0.1 is in use: stop what uses it, or choose another with --port\n`,
  );
  await taken.close();

  expect((await run('--workdir', join(workdir, 'supabase'))).output).toContain('has no supabase/ folder');
  const config = join(workdir, 'supabase', 'config.toml');
  await writeFile(config, '[auth.captcha]\nenabled = true\nsecret = "hidden-words"');
  const protectedBy = await run();
  expect(protectedBy.output).toMatch(
    /^backend: \S+config\.toml: auth\.captcha\.enabled is not offered .*\n$/,
  );
  expect(protectedBy.output).not.toContain('hidden-words');
  expect((await run('--port', 'many')).output).toBe('backend: --port many: use a number from 0 to 65535\n');
  expect((await run('--porto', '1')).output).toContain('see ./fairlead backend --help');
});
