// What an earlier start as root left behind, for the user who starts now. Plain JavaScript, as start.mjs needs it.
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';

function may(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    // A read-only or broken disk is explained where it is written.
    return error.code !== 'EACCES' && error.code !== 'EPERM';
  }
}

function forShell(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function commandFor(paths) {
  return `sudo chown -R ${process.getuid()}:${process.getgid()} ${paths.map(forShell).join(' ')}`;
}

/** The words for folders that this user may not write, with the one command that changes it; null when it may. */
export function explainUnwritable(root, folders) {
  const paths = folders.map((folder) => join(root, folder));
  const foreign = paths.filter((path) => existsSync(path) && !may(path, constants.W_OK));
  if (foreign.length === 0) return null;
  return `${foreign.join(' and ')} cannot be written by this user, perhaps after a start as root; run: ${commandFor(foreign)}`;
}

/** The same for a data folder, whose database may live elsewhere: its note says where. */
export function explainForeignData(dataDir) {
  const note = join(dataDir, 'database.json');
  const files = ['keys.json', 'database.json', 'running.json'].map((name) => join(dataDir, name));
  const isForeign =
    (existsSync(dataDir) && !may(dataDir, constants.W_OK)) ||
    files.some((file) => existsSync(file) && !may(file, constants.R_OK));
  if (!isForeign) return null;
  const home = existsSync(note) ? ` $(sudo sed -n 's/.*"home":"\\([^"]*\\)".*/\\1/p' ${forShell(note)})` : '';
  return (
    `${dataDir} cannot be written by this user, perhaps after a start as root: ` +
    `set DATA_DIR to a folder of your own, or run: ${commandFor([dataDir])}${home}`
  );
}
