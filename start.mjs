// Runs cli/main.ts on the pinned Node, once installed and built. Plain JavaScript, like cli/setup, for the Node that
// is there (20 or newer).
import { buildSite } from './cli/setup/build-site.mjs';
import { checkDataFolderAccess, checkNoOtherServer } from './cli/setup/check-data-folder.mjs';
import { checkPlatform } from './cli/setup/check-platform.mjs';
import { installPackages } from './cli/setup/install-packages.mjs';
import { runOnPinnedNode } from './cli/setup/pinned-node.mjs';
import { withSetupLock } from './cli/setup/setup-lock.mjs';

const needsBuild = new Set(['serve', 'bench', 'screenshots', 'audit', 'drill', 'release']);
const [command = 'serve', ...args] = process.argv.slice(2);

checkPlatform();
// The doctor says more.
if (command !== 'backend' && command !== 'doctor') checkDataFolderAccess();
if (command === 'serve' || command === 'dev') checkNoOtherServer();
await withSetupLock(async () => {
  await installPackages();
  if (needsBuild.has(command)) await buildSite();
});
const mode = command === 'dev' ? 'development' : 'production';
process.exit(await runOnPinnedNode(['cli/main.ts', command, ...args], { NODE_ENV: mode }));
