// Runs the operator's command of ./fairlead in a release, in this process, with the Node that is beside it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkDataFolderUse } from './check-data-folder-use.mjs';
import { exitWithError } from './exit-with-error.mjs';
import { installationRoot } from './project-root.mjs';
import { runCommandLine } from './run-command-line.ts';

const settingsFile = process.env.SETTINGS_FILE || '/etc/fairlead.env';

function readSettings() {
  if (!existsSync(settingsFile)) {
    if (process.env.SETTINGS_FILE)
      exitWithError(`SETTINGS_FILE: there is no ${settingsFile}`, { isPermanent: true });
    return;
  }
  try {
    // Variables that are already set are kept.
    process.loadEnvFile(settingsFile);
    // Stored because names in it that are no settings are reported.
    process.env.SETTINGS_FILE = settingsFile;
  } catch (error) {
    exitWithError(
      error.code === 'EACCES'
        ? `${settingsFile} cannot be read by this user; run this as the user of the service: sudo -u fairlead fairlead …`
        : `${settingsFile} cannot be read: ${error.message}`,
      { isPermanent: true },
    );
  }
}

// SIGUSR1 would open an inspector; --disable-sigusr1 leaves the signal's default, which ends the process.
process.on('SIGUSR1', () => {});
await runCommandLine(process.argv.slice(2), {
  prepare(command) {
    readSettings();
    process.env.NODE_ENV = 'production';
    // Beside the release's folder, so that the next release finds it.
    process.env.DATA_DIR = resolve(process.env.DATA_DIR || join(installationRoot, '..', 'fairlead-data'));
    checkDataFolderUse(command.dataFolder);
  },
});
