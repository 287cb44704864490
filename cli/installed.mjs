// What ./fairlead of a release runs, on the Node beside it: the commands of an operator, in this process.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitWithError } from './setup/exit-with-error.mjs';
import { root } from './setup/project-root.mjs';

const settingsFile = process.env.SETTINGS_FILE || '/etc/fairlead.env';
const usage = `./fairlead COMMAND, with the settings of ${settingsFile} or of the environment:

  start            serves, until Ctrl-C or SIGTERM
  status           address, keys and database, and the last backup
  owner [EMAIL]    a link that makes the first account the owner
  staff EMAIL ROLE gives a role: owner, editor, agent, viewer, none
  backup           a verified, encrypted backup into BACKUP_TO
  restore FILE     a backup into an empty DATA_DIR
  remove-samples   deletes sample content that nobody edited
  …                every other command of README.md, without "npm run"
`;

function readSettings() {
  if (!existsSync(settingsFile)) {
    if (process.env.SETTINGS_FILE) exitWithError(`SETTINGS_FILE: there is no ${settingsFile}`);
    return;
  }
  try {
    // What the environment has already, stays.
    process.loadEnvFile(settingsFile);
  } catch (error) {
    exitWithError(
      error.code === 'EACCES'
        ? `${settingsFile} cannot be read by this user; run this as the user of the service: sudo -u fairlead fairlead …`
        : `${settingsFile} cannot be read: ${error.message}`,
    );
  }
}

const [command, ...args] = process.argv.slice(2);
if (command === undefined || ['help', '--help', '-h'].includes(command)) {
  process.stdout.write(usage);
  process.exit(command === undefined ? 1 : 0);
}
readSettings();
process.env.NODE_ENV = 'production';
// Beside the folder of the release, so that the next release finds it.
process.env.DATA_DIR = resolve(process.env.DATA_DIR || join(root, '..', 'fairlead-data'));
process.argv.splice(2, Number.POSITIVE_INFINITY, command === 'start' ? 'serve' : command, ...args);
// SIGUSR1 would open an inspector; --disable-sigusr1 leaves the signal's default, which ends the process.
process.on('SIGUSR1', () => {});
const { checkDataFolderAccess, checkNoOtherServer } = await import('./setup/check-data-folder.mjs');
// The doctor says more.
if (command !== 'backend' && command !== 'doctor') checkDataFolderAccess();
if (command === 'start') checkNoOtherServer();
await import('./main.ts');
