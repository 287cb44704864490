// Refuses a command if the data folder is not writable or another server runs on it.
import { constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningInstance } from '../process/running-instance.mjs';
import { chownCommand, hasFileAccess, quoteForShell } from './check-folders-writable.mjs';
import { accountName, dropToOwner } from './drop-to-owner.mjs';
import { exitWithError } from './exit-with-error.mjs';
import { locateDataFolder } from './project-root.mjs';

/**
 * `use` is declared by the command; undefined if it uses no folder, or another one. From here on, the process runs as
 * the owner of the folder.
 */
export function checkDataFolderUse(use) {
  if (use === undefined) return;
  const folder = locateDataFolder();
  dropToOwner(folder);
  if (use === 'examined') return;
  const message = process.env.SUPABASE_URL ? null : explainForeignFolder(folder);
  if (message) exitWithError(message, { isPermanent: use === 'exclusive' });
  if (use === 'exclusive') checkNoOtherServer();
}

function explainForeignFolder(folder) {
  const foreign = findForeign(folder);
  if (foreign === undefined) return null;
  const owner = statSync(foreign).uid;
  if (owner !== 0 && owner !== process.getuid())
    return `${foreign} belongs to the account ${accountName(owner)}: run this as that account (sudo -u '${accountName(owner)}' …), or set DATA_DIR to a folder of your own`;
  const metadata = join(folder, 'database.json');
  // The cluster may be in another folder, which its metadata names.
  const cluster = existsSync(metadata)
    ? ` $(sudo sed -n 's/.*"home":"\\([^"]*\\)".*/\\1/p' ${quoteForShell(metadata)})`
    : '';
  return (
    `${foreign} cannot be ${foreign === folder ? 'written' : 'read'} by this user, perhaps because a command or the server once ran as root; nothing is lost: ` +
    `run: ${chownCommand([folder])}${cluster}, or set DATA_DIR to a folder of your own`
  );
}

/** The folder, or a file of the site's state in it, that this account may not use. */
function findForeign(folder) {
  if (!existsSync(folder)) return undefined;
  if (!hasFileAccess(folder, constants.W_OK)) return folder;
  return [folder, join(folder, 'storage')]
    .filter((each) => existsSync(each) && hasFileAccess(each, constants.R_OK | constants.X_OK))
    .flatMap((each) =>
      readdirSync(each, { withFileTypes: true }).map((entry) => [entry, join(each, entry.name)]),
    )
    .find(
      ([entry, file]) => entry.isFile() && stateFile.test(entry.name) && !hasFileAccess(file, constants.R_OK),
    )?.[1];
}

const stateFile = /\.(json|jsonl|pem)$/;

/** An external database (DATABASE_URL) may have many servers. */
function checkNoOtherServer() {
  const instance = findRunningInstance(locateDataFolder());
  if (!instance || process.env.DATABASE_URL || process.env.SUPABASE_URL) return;
  exitWithError(
    `another server (process ${instance.pid}) is using ${locateDataFolder()}: open ${instance.siteUrl}, or stop it first`,
  );
}
