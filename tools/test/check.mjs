// `npm run check`: the checks of `npm test` that start nothing.
import { join } from 'node:path';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { checkPlatform } from '../setup/check-platform.mjs';
import { installPackages } from '../setup/install-packages.mjs';
import { pinnedEnvironment, pinnedNode } from '../setup/pinned-node.mjs';
import { runChild } from '../setup/run-child.mjs';
import { withSetupLock } from '../setup/setup-lock.mjs';
import { runStaticChecks } from './static-checks.mjs';

checkPlatform();
await withSetupLock(installPackages);
const failed = await runStaticChecks();
const vitest = join(installationRoot, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--project', 'unit', 'tools/checks', '--reporter=dot'];
const { code } = await runChild(pinnedNode(), args, { env: pinnedEnvironment() });
if (failed > 0)
  process.stderr.write(`${failed} of formatting, lint, types and unused code failed; see above.\n`);
process.exit(failed > 0 || code !== 0 ? 1 : 0);
