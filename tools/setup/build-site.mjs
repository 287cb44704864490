import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkFoldersWritable } from '../../server/commands/check-folders-writable.mjs';
import { exitWithError } from '../../server/commands/exit-with-error.mjs';
import { pinnedEnvironment, pinnedNode } from './pinned-node.mjs';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { runChild } from './run-child.mjs';
import { fingerprint, readStamp, writeStamp } from './stamps.mjs';

export async function buildSite() {
  const wanted = fingerprint([
    'package-lock.json',
    ...sourceFiles('site'),
    ...sourceFiles('docs/accessibility'),
  ]);
  const isBuilt = existsSync(join(installationRoot, 'site', 'build', 'server', 'index.js'));
  if (isBuilt && readStamp('built') === wanted) return;
  checkFoldersWritable(['node_modules/.fairlead', 'site', 'site/build', 'site/.react-router']);
  process.stdout.write('Building the site (once)…\n');
  const env = { ...pinnedEnvironment(), NODE_ENV: 'production' };
  const tool = join(installationRoot, 'node_modules', '.bin', 'react-router');
  const cwd = join(installationRoot, 'site');
  const { code, output } = await runChild(pinnedNode(), [tool, 'build'], { cwd, env, quiet: true });
  if (code !== 0) {
    process.stderr.write(output);
    exitWithError('the site could not be built; see the reason above.');
  }
  writeStamp('built', wanted);
}

function sourceFiles(folder) {
  return readdirSync(join(installationRoot, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter(
      (name) => !/\/(build|\.react-router|node_modules)(\/|$)/.test(name) && !/\.test\.tsx?$/.test(name),
    )
    .filter((name) => statSync(join(installationRoot, name)).isFile())
    .toSorted();
}
