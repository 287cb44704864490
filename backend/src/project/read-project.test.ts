import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readProject } from './read-project.ts';

let workdir: string;

beforeEach(() => {
  workdir = mkdtempSync(join(tmpdir(), 'project-'));
  mkdirSync(join(workdir, 'supabase', 'seeds'), { recursive: true });
});

afterEach(() => rmSync(workdir, { recursive: true }));

function write(name: string, text: string): void {
  writeFileSync(join(workdir, 'supabase', name), text);
}

test('a folder without config.toml has the defaults of the CLI', () => {
  write('seed.sql', '');
  expect(readProject(workdir)).toEqual({
    folder: join(workdir, 'supabase'),
    schemas: ['public', 'graphql_public'],
    extraSearchPath: ['public', 'extensions'],
    maxRows: 1000,
    seedFiles: [join(workdir, 'supabase', 'seed.sql')],
    tables: {},
  });
});

test('schemas, rows and seeds are read; seeds may be patterns, variables stand for texts', () => {
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

test('a mistake is named with its file and key', () => {
  write('config.toml', '[api]\nmax_rows = "many"');
  expect(() => readProject(workdir)).toThrow(/supabase\/config\.toml: api\.max_rows: /);
  write('config.toml', '[api');
  expect(() => readProject(workdir)).toThrow(/supabase\/config\.toml is not TOML: /);
});
