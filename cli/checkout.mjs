// What start.mjs runs on the pinned Node: a command, once the data folder is examined and the site is built.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildSite } from './setup/build-site.mjs';
import { checkFolderUse } from './setup/check-folder-use.mjs';
import { root } from './setup/project-root.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';

enableCompileCache(join(root, 'node_modules', '.cache', 'node'));
const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2), async (verb) => {
  checkFolderUse(verb.dataFolder);
  if (verb.needsBuiltSite) await withSetupLock(buildSite);
});
