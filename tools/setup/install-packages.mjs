import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningInstance } from '../../server/process/running-instance.mjs';
import { checkFoldersWritable } from '../../server/commands/check-folders-writable.mjs';
import { exitWithError } from '../../server/commands/exit-with-error.mjs';
import { pinnedNode } from './pinned-node.mjs';
import { locateDataFolder, installationRoot } from '../../server/commands/project-root.mjs';
import { runChild } from './run-child.mjs';
import { fingerprint, readStamp, writeStamp } from './stamps.mjs';

export async function installPackages() {
  const wanted = fingerprint(['package-lock.json']);
  if (readStamp('installed') === wanted && existsSync(pinnedNode())) return;
  checkFoldersWritable(['.', 'node_modules', 'node_modules/.fairlead']);
  if (isInstalledByHand() && existsSync(pinnedNode())) return writeStamp('installed', wanted);
  const instance = findRunningInstance(locateDataFolder());
  if (instance)
    exitWithError(
      `the packages must be reinstalled, and a server (process ${instance.pid}) is using them: stop it, then try again.`,
    );
  process.stdout.write('Installing what is missing (once)…\n');
  const { code, error } = await runChild('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (error) exitWithError(`npm could not be started (${error.message}); install npm, then try again.`);
  if (code !== 0)
    exitWithError('npm ci failed; see the reason above. Fix it (network? disk?), then try again.');
  if (!existsSync(pinnedNode())) {
    exitWithError('the pinned Node was not installed; run npm ci without --omit=optional, then try again.');
  }
  writeStamp('installed', wanted);
}

/** Compares npm's own record of what it installed, which npm writes last. */
function isInstalledByHand() {
  const record = join(installationRoot, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'));
  const { packages: wanted } = JSON.parse(readFileSync(join(installationRoot, 'package-lock.json'), 'utf8'));
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    // npm installs only this platform's optional packages.
    if (!found) return optional || !path.startsWith('node_modules/');
    return found.version === version && found.integrity === integrity;
  });
}
