import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { operatorProgram } from './bundle-program.ts';
import { traceSources, collectReleaseContents } from './release-contents.ts';

const foldersOfContributors = ['e2e', 'product-tests', 'tools', 'docs'];

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

const { packages: locked } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as Lock;

const program = traceSources(projectRoot, [operatorProgram]);

test('a release has every file that its files import, and every package is one of production', () => {
  const beside = collectReleaseContents(projectRoot);
  const files = [...program.files, ...beside.files];
  const packages = [...program.packages, ...beside.packages];
  expect([...program.missing, ...beside.missing]).toEqual([]);
  const isInstalled = (name: string) =>
    Object.entries(locked).some(([path, { dev }]) => path.endsWith(`node_modules/${name}`) && !dev);
  expect(packages.filter((name) => !isInstalled(name))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(['backend/src/auth/create-auth.ts', 'mail-reader/src/read-mail-worker.ts']),
  );
  expect(foldersOfContributors.filter((folder) => !existsSync(join(projectRoot, folder)))).toEqual([]);
  expect(
    files.filter(
      (file) => file.includes('.test.') || foldersOfContributors.includes(file.split('/')[0] ?? ''),
    ),
  ).toEqual([]);
});

test('a release has migrations, functions and templates, and no secret of this folder', () => {
  const { all } = collectReleaseContents(projectRoot);
  expect(all).toEqual(
    expect.arrayContaining([
      'supabase/config.toml',
      'supabase/functions/sync-lead-to-stripe/index.ts',
      'backend/src/migrations/1400_realtime.sql',
      'backend/src/auth/accounts/common-passwords.txt',
    ]),
  );
  expect(all.filter((file) => /\.env$|\.test\.|(^|\/)tests\/|node_modules/.test(file))).toEqual([]);
});

test('texts of a release name commands by commandLine(), because it has no npm run', () => {
  const files = [...program.files, ...collectReleaseContents(projectRoot).files];
  // Exceptions: the command line itself, code that only a checkout runs, and texts of the browser, which name both.
  const free = /command-line\.ts|server\/site\/|^site\/app\/|installed\.mjs|^cli\/setup\//;
  const naming = files
    .filter((file) => !free.test(file))
    .filter((file) =>
      /\bnpm (run|start)\b/.test(withoutComments(readFileSync(join(projectRoot, file), 'utf8'))),
    );
  expect(naming).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
}

test('an import of a file that is not there is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-trace-'));
  const lines = [
    "import type { Type } from './erased.ts';",
    "import {\n  nothing,\n} from './not-there.ts';",
    "import { Hono } from 'hono/tiny';",
  ];
  writeFileSync(join(folder, 'main.ts'), lines.join('\n'));
  const trace = traceSources(folder, ['main.ts']);
  rmSync(folder, { recursive: true });
  expect(trace).toEqual({ files: ['main.ts'], packages: ['hono'], missing: ['main.ts: ./not-there.ts'] });
});
