import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { traceSources, type Trace } from './trace-sources.ts';

/** What is started by path, besides ./fairlead itself. */
const entries = [
  'cli/installed.mjs',
  'cli/main.ts',
  'backend/src/functions/worker/main.ts',
  'server/mail-in/read-mail-worker.ts',
];

/** The commands of developers: cli/main.ts leaves them out where they are missing. */
const left = [
  'cli/dev.ts',
  'cli/drill.ts',
  'cli/migration.ts',
  'cli/release/make-release.ts',
  'supabase/generate-types.ts',
  'e2e/pictures/take-screenshots.ts',
  'bench/run-benches.ts',
  'e2e/audit/run-audit.ts',
];

/** Read by path: all that is not a test, a source that was traced, or a document. */
const dataFolders = ['backend/src', 'supabase', 'site/build'];
const notData =
  /(^|\/)(node_modules|tests|last-release|\.temp)\/|\.(test|fixture)\.|(?<!functions\/.*)\.ts$|\.(md|env)$|\.map$/;

const documents = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
  'licences',
  'deploy',
  'THIRD_PARTY_NOTICES.md',
  'docs/pictures',
  'docs/decisions',
  'docs/bounds.md',
  'site/fonts/OFL.txt',
  'site/package.json',
  'backend/package.json',
  'supabase/package.json',
];

export interface ReleaseContents extends Trace {
  /** All of the project's own, relative to its root, sorted; without node_modules and what is made for a release. */
  all: string[];
}

export function releaseContents(root: string): ReleaseContents {
  const trace = traceSources(root, entries, left);
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
