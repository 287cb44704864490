// Refuses a command if the data folder is not writable or another server runs on it.
import { constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningInstance } from '../running-instance.mjs';
import { chownCommand, hasFileAccess, quoteForShell } from './check-folders-writable.mjs';
import { exitWithError } from './exit-with-error.mjs';
import { locateDataFolder } from './project-root.mjs';

/** `use` is declared by the command: exclusive, shared, or undefined if the command examines its folder itself. */
export function checkDataFolderUse(use) {
  if (use === undefined) return;
  const message = process.env.SUPABASE_URL ? null : explainForeignFolder(locateDataFolder());
  if (message) exitWithError(message);
  if (use === 'exclusive') checkNoOtherServer();
}

function explainForeignFolder(folder) {
  const metadata = join(folder, 'database.json');
  const files = ['keys.json', 'database.json', 'running.json'].map((name) => join(folder, name));
  const isForeign =
    (existsSync(folder) && !hasFileAccess(folder, constants.W_OK)) ||
    files.some((file) => existsSync(file) && !hasFileAccess(file, constants.R_OK));
  if (!isForeign) return null;
  // The cluster may be in another folder, which its metadata names.
  const cluster = existsSync(metadata)
    ? ` $(sudo sed -n 's/.*"home":"\\([^"]*\\)".*/\\1/p' ${quoteForShell(metadata)})`
    : '';
  return (
    `${folder} cannot be written by this user, perhaps because the server once ran as root: ` +
    `set DATA_DIR to a folder of your own, or run: ${chownCommand([folder])}${cluster}`
  );
}

/** An external database (DATABASE_URL) may have many servers. */
function checkNoOtherServer() {
  const instance = findRunningInstance(locateDataFolder());
  if (!instance || process.env.DATABASE_URL || process.env.SUPABASE_URL) return;
  exitWithError(
    `another server (process ${instance.pid}) is using ${locateDataFolder()}: open ${instance.siteUrl}, or stop it first`,
  );
}
