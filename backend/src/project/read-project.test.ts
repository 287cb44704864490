import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { folderForTest } from '../../wire-tests/set-up.ts';
import { readProject } from './read-project.ts';

let workdir: string;

beforeEach(() => {
  workdir = folderForTest();
  mkdirSync(join(workdir, 'supabase', 'seeds'), { recursive: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(workdir, 'supabase', name), text);
}

test('a folder without config.toml has the defaults of the CLI', () => {
  write('seed.sql', '');
  expect(readProject(workdir)).toEqual({
    folder: join(workdir, 'supabase'),
    restEnabled: true,
    authEnabled: true,
    migrationsEnabled: true,
    schemas: ['public', 'graphql_public'],
    extraSearchPath: ['public', 'extensions'],
    maxRows: 1000,
    seedFiles: [join(workdir, 'supabase', 'seed.sql')],
    tables: {},
    warnings: [],
  });
});

test('schemas, rows and seeds are read, with patterns for seeds and variables', () => {
  write('seeds/b.sql', '');
  write('seeds/a.sql', '');
  write(
    'config.toml',
    `[api]
     schemas = ["api", "env(SCHEMA)"]
     max_rows = 50
     [db.seed]
     sql_paths = ["./seeds/*.sql", "./seeds/a.sql"]
     [unknown]
     x = 1`,
  );
  const project = readProject(workdir, { SCHEMA: 'extra' });
  expect(project).toMatchObject({ schemas: ['api', 'extra'], maxRows: 50 });
  expect(project.seedFiles).toEqual(
    ['a.sql', 'b.sql'].map((file) => join(workdir, 'supabase', 'seeds', file)),
  );
});

test('an invalid value is reported with its file and key', () => {
  write('config.toml', '[api]\nmax_rows = "many"');
  expect(() => readProject(workdir)).toThrow(/supabase\/config\.toml: api\.max_rows: /);
  write('config.toml', '[api');
  expect(() => readProject(workdir)).toThrow(/supabase\/config\.toml is not TOML: /);
});

test('.env files are read in the order of the CLI, after the process environment', () => {
  const texts = ['LOCAL', 'STAGE', 'PLAIN', 'ROOT', 'PROCESS'].map((name) => `"env(${name})"`);
  write('config.toml', `[api]\nschemas = [${texts.join()}]\nmax_rows = "env(ROWS)"`);
  write('.env.development.local', 'LOCAL=1');
  write('.env.local', 'LOCAL=2\nSTAGE=2');
  write('.env.development', 'STAGE=3\nPLAIN=3');
  write('.env', 'PLAIN=4\nROWS=40');
  write('.env.test', 'LOCAL=6\nSTAGE=6\nPLAIN=6');
  writeFileSync(join(workdir, '.env'), 'PLAIN=5\nROOT="5"\nROWS=50\nPROCESS=5');
  expect(readProject(workdir, { PROCESS: '0' })).toMatchObject({
    schemas: ['1', '2', '3', '5', '0'],
    maxRows: 40,
  });
  const test = readProject(workdir, { SUPABASE_ENV: 'test', PROCESS: '0' });
  expect(test.schemas).toEqual(['6', '6', '6', '5', '0']);
});

test('an unset variable leaves its text, with a warning that names key and variable', () => {
  write(
    'config.toml',
    '[auth]\nsite_url = "env(SITE)"\n[auth.external.github]\nenabled = true\nsecret = "env(EMPTY)"',
  );
  const project = readProject(workdir, { EMPTY: '' });
  expect(project.tables['auth']).toMatchObject({ external: { github: { secret: 'env(EMPTY)' } } });
  expect(project.warnings).toEqual([
    expect.stringMatching(/^auth\.site_url stays env\(SITE\)/),
    expect.stringMatching(/^auth\.external\.github\.secret stays env\(EMPTY\)/),
  ]);
});

test('the configuration of this repository has no key without effect', () => {
  expect(readProject(join(import.meta.dirname, '../../..')).warnings).toEqual([]);
});
