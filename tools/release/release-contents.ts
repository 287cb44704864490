import { readdirSync, statSync, existsSync, readFileSync } from 'node:fs';
import { join, dirname, relative, resolve } from 'node:path';
import { stripTypeScriptTypes } from 'node:module';

/** Programs that the bundled one starts by path. */
const workers = ['backend/src/functions/worker/main.ts', 'mail-reader/src/read-mail-worker.ts'];

/** Files that the program reads by path, such as migrations. `notData`: tests, sources and documents among them. */
const dataFolders = ['backend/src', 'supabase', 'site/build/client'];
const notData =
  /(^|\/)(node_modules|tests|last-release|\.temp)\/|\.(test|fixture)\.|(?<!functions\/.*)\.ts$|\.(md|env|sha256)$|\.map$/;

const documents = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'fairlead',
  'LICENSE',
  'deploy',
  'THIRD_PARTY_NOTICES.md',
  'docs/pictures',
  'docs/operate',
  'docs/api.md',
  'docs/decisions',
  'docs/bounds.md',
  'site/fonts/OFL.txt',
  'site/package.json',
  'backend/package.json',
  'mail-reader/package.json',
  'supabase/package.json',
];

interface Trace {
  /** Relative to the root, sorted. */
  files: string[];
  /** Packages that they import. */
  packages: string[];
  /** Imports of files that do not exist. */
  missing: string[];
}

export interface ReleaseContents extends Trace {
  /** All files of the project, relative to its root, sorted; without node_modules and files made for a release. */
  all: string[];
}

/** What a release has beside the bundled program; `packages` are those of its workers and functions. */
export function collectReleaseContents(root: string): ReleaseContents {
  const functions = filesIn(root, 'supabase/functions').filter((file) => file.endsWith('/index.ts'));
  const trace = traceSources(root, [...workers, ...functions]);
  const data = dataFolders.flatMap((folder) => filesIn(root, folder)).filter((file) => !notData.test(file));
  const all = new Set([...trace.files, ...data, ...documents.flatMap((name) => filesIn(root, name))]);
  return { ...trace, all: [...all].toSorted() };
}

function filesIn(root: string, name: string): string[] {
  if (statSync(join(root, name)).isFile()) return [name];
  return readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .map((file) => join(name, file))
    .filter((file) => statSync(join(root, file)).isFile());
}

const importPattern =
  /(?:^|[;\n}])\s*(?:import|export)\s*(?:[\w*{][^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

/** The sources that run when `entries` run, once types are stripped. */
export function traceSources(root: string, entries: readonly string[]): Trace {
  const files = new Set<string>();
  const packages = new Set<string>();
  const missing: string[] = [];
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const specifier of importsOf(join(root, file))) {
      const path = resolveOwn(root, file, specifier);
      if (path === undefined) {
        if (!/^(node:|#)/.test(specifier)) packages.add(packageOf(specifier));
      } else if (existsSync(join(root, path))) waiting.push(path);
      else missing.push(`${file}: ${specifier}`);
    }
  }
  return { files: [...files].toSorted(), packages: [...packages].toSorted(), missing };
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const code = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
  return [...code.matchAll(importPattern)].map(([, named, lazy]) => named ?? lazy ?? '');
}

/** Undefined for packages. */
function resolveOwn(root: string, file: string, specifier: string): string | undefined {
  const [, part, entry = ''] = /^@fairlead\/([\w-]+)(.*)$/.exec(specifier) ?? [];
  if (part !== undefined) return join(part, exportOf(join(root, part), `.${entry}`));
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  return undefined;
}

/** The file of an export of one of the project's own packages. */
function exportOf(folder: string, entry: string): string {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return exports[entry] ?? '';
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
