// Runs a command of the checkout on the pinned Node, once packages are installed. Plain JavaScript, like all of this
// folder, for the Node that is installed (20 or newer).
import { ignoreClosedOutput } from '../../server/commands/ignore-closed-output.mjs';
import { checkPlatform } from './check-platform.mjs';
import { installPackages } from './install-packages.mjs';
import { runOnPinnedNode } from './pinned-node.mjs';
import { withSetupLock } from './setup-lock.mjs';

const args = process.argv.slice(2);

ignoreClosedOutput();
checkPlatform();
await withSetupLock(installPackages);
const mode = args[0] === 'dev' ? 'development' : 'production';
process.exit(await runOnPinnedNode(['tools/setup/checkout.mjs', ...args], { NODE_ENV: mode }));
