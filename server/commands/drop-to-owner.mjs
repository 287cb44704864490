// Lets a command that root started run as the account of the server whose data folder it uses.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithError } from './exit-with-error.mjs';
import { installationRoot, locateDataFolder } from './project-root.mjs';

function findAccount(uid) {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const fields = lines.map((line) => line.split(':')).find((each) => each[2] === String(uid));
  return fields && { name: fields[0], gid: Number(fields[3]), home: fields[5] };
}

/** For sudo -u: "fairlead", or "#1000" for an id without a name. */
export function accountName(uid) {
  return findAccount(uid)?.name ?? `#${uid}`;
}

/**
 * The account of what the server has written decides: a mount point may belong to root or to somebody else. Before a
 * first start, the folder itself. Undefined if that is root's.
 */
function findOwner(folder) {
  const paths = [join(folder, 'database.json'), join(folder, 'storage'), folder];
  const found = paths.map((path) => statSync(path, { throwIfNoEntry: false })).find(Boolean);
  return found && found.uid !== 0 ? found : undefined;
}

/**
 * What root writes into the folder of another account, that account can neither read nor replace, and its next backup
 * or start fails.
 */
export function dropToOwner(folder) {
  const owner = process.getuid() === 0 ? findOwner(folder) : undefined;
  if (owner === undefined) return;
  const { name, gid = owner.gid, home } = findAccount(owner.uid) ?? {};
  // Its groups may give access to BACKUP_TO; an id without a name has no others.
  if (name === undefined) process.setgroups([gid]);
  else process.initgroups(name, gid);
  process.setgid(gid);
  process.setuid(owner.uid);
  if (name !== undefined) Object.assign(process.env, { HOME: home, USER: name, LOGNAME: name });
  // Parts of the program are loaded later.
  for (const path of [installationRoot, process.execPath])
    checkIsReadable(path, folder, accountName(owner.uid));
}

export function dropToDataFolderOwner() {
  dropToOwner(locateDataFolder());
}

function checkIsReadable(path, folder, account) {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
  } catch {
    exitWithError(
      `${folder} belongs to the account ${account}, which could not use what root writes there, so commands run as that account; but it may not read ${path}: install the program where it can, then run this again`,
    );
  }
}
