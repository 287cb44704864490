// Refuses a command if the data folder contains files that only root can write, as a start as root leaves.
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithError } from './exit-with-error.mjs';
import { installationRoot } from './project-root.mjs';

export function hasFileAccess(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch (error) {
    // The step that writes explains a read-only or broken disk.
    return error.code !== 'EACCES' && error.code !== 'EPERM';
  }
}

export function quoteForShell(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

export function chownCommand(paths) {
  return `sudo chown -R ${process.getuid()}:${process.getgid()} ${paths.map(quoteForShell).join(' ')}`;
}

export function checkFoldersWritable(folders) {
  const paths = folders.map((folder) => join(installationRoot, folder));
  const foreign = paths.filter((path) => existsSync(path) && !hasFileAccess(path, constants.W_OK));
  if (foreign.length === 0) return;
  exitWithError(
    `${foreign.join(' and ')} cannot be written by this user, perhaps because the server once ran as root; run: ${chownCommand(foreign)}`,
  );
}
