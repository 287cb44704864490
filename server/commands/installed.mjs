// What ./fairlead of a release runs, on the Node beside it: the commands of an operator, in this process.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkFolderUse } from './check-folder-use.mjs';
import { exitWithError } from './exit-with-error.mjs';
import { installationRoot } from './project-root.mjs';
import { runCommandLine } from './run-command-line.ts';

const settingsFile = process.env.SETTINGS_FILE || '/etc/fairlead.env';

function readSettings() {
  if (!existsSync(settingsFile)) {
    if (process.env.SETTINGS_FILE) exitWithError(`SETTINGS_FILE: there is no ${settingsFile}`);
    return;
  }
  try {
    // Variables that are already set are kept.
    process.loadEnvFile(settingsFile);
    // For its names that are no settings.
    process.env.SETTINGS_FILE = settingsFile;
  } catch (error) {
    exitWithError(
      error.code === 'EACCES'
        ? `${settingsFile} cannot be read by this user; run this as the user of the service: sudo -u fairlead fairlead …`
        : `${settingsFile} cannot be read: ${error.message}`,
    );
  }
}

// SIGUSR1 would open an inspector; --disable-sigusr1 leaves the signal's default, which ends the process.
process.on('SIGUSR1', () => {});
await runCommandLine(process.argv.slice(2), {
  prepare(verb) {
    readSettings();
    process.env.NODE_ENV = 'production';
    // Beside the folder of the release, so that the next release finds it.
    process.env.DATA_DIR = resolve(process.env.DATA_DIR || join(installationRoot, '..', 'fairlead-data'));
    checkFolderUse(verb.dataFolder);
  },
});
