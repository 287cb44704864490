import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { packBackendPackage } from '../pack-backend-package.ts';
import { setUp, setUpFolder } from './set-up.ts';
import { startProgram } from './start-program.ts';

const folder = setUpFolder();
const installed = join(folder, 'node_modules/@fairlead/backend');

/** The process of a function must be able to read these, and may not read folders elsewhere. */
const readByFunctions = new Set(['hono', '@hono/node-server']);

/**
 * Links what npm would install for the package from this repository's packages: without network, and only declared
 * dependencies.
 */
function linkDependencies(): void {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;
  const folders = createRequire(import.meta.url).resolve.paths('hono') ?? [];
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const from = folders.map((path) => join(path, name)).find((path) => existsSync(path));
    const to = join(folder, 'node_modules', name);
    mkdirSync(dirname(to), { recursive: true });
    if (from === undefined) continue;
    if (readByFunctions.has(name)) cpSync(from, to, { recursive: true });
    else symlinkSync(from, to);
  }
}

const program = setUp(async () => {
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packBackendPackage(packed), '-C', installed, '--strip-components=1']);
  rmSync(packed, { recursive: true });
  linkDependencies();
  cpSync(join(installed, 'example'), folder, { recursive: true });
  return startProgram([process.execPath, 'serve.mjs', '0'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
});

test('B-251 the npm package in an empty folder serves a supabase/ folder to supabase-js', async () => {
  await program.waitForOutput(/publishable key: \S+\n/);
  const [, url = '', key = ''] = /(http:\S+)\npublishable key: (\S+)/.exec(program.output()) ?? [];
  const client = createClient(url, key, { auth: { persistSession: false } });
  const read = await client.from('books').select('title');
  expect(read.data).toEqual([{ title: 'Anne of Green Gables' }]);
  expect((await client.from('books').insert({ title: 'Barometer Rising' })).status).toBe(401);
  const { error } = await client.auth.signUp({ email: 'anna@example.com', password: 'a long password 4711' });
  expect(error).toBeNull();
  expect((await client.from('books').insert({ title: 'Barometer Rising' })).status).toBe(201);
  expect((await client.functions.invoke('hello')).data).toEqual({ hello: 'world' });
  expect(await program.stop()).toBe(0);
});
