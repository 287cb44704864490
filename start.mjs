// Runs a command of the checkout on the pinned Node, once packages are installed. Plain JavaScript, like cli/setup, for
// the Node that is there (20 or newer).
import { checkPlatform } from './cli/setup/check-platform.mjs';
import { installPackages } from './cli/setup/install-packages.mjs';
import { runOnPinnedNode } from './cli/setup/pinned-node.mjs';
import { withSetupLock } from './cli/setup/setup-lock.mjs';

const [command = 'start', ...args] = process.argv.slice(2);

checkPlatform();
await withSetupLock(installPackages);
const mode = command === 'dev' ? 'development' : 'production';
process.exit(await runOnPinnedNode(['cli/checkout.mjs', command, ...args], { NODE_ENV: mode }));
