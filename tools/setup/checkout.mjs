// Runs a command on the pinned Node, once the data folder is examined and the site is built; started by start.mjs.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildSite } from './build-site.mjs';
import { checkDataFolderUse } from '../../server/commands/check-data-folder-use.mjs';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { withSetupLock } from './setup-lock.mjs';

enableCompileCache(join(installationRoot, 'node_modules', '.cache', 'node'));
const { runCommandLine } = await import('../../server/commands/run-command-line.ts');
const { contributorCommands } = await import('../commands/contributor-commands.ts');
await runCommandLine(process.argv.slice(2), {
  contributorCommands,
  async prepare(verb) {
    checkDataFolderUse(verb.dataFolder);
    if (verb.needsBuiltSite) await withSetupLock(buildSite);
  },
});
