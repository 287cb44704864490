// Doctor check of the data folder: permissions, key file, leftovers, clock.
import { formatCommandLine } from '@fairlead/backend/errors';
import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  clusterFolderOf,
  listRelocatedClusters,
  readLockHolder,
  restoreMarkerFile,
  readUpgradeRecord,
} from '@fairlead/backend/embedded';
import type { DoctorFinding } from '../probes/doctor-finding.ts';

/** Clocks of file servers may differ a little. */
const futureMs = 5 * 60_000;

/** Reads only, whether the server runs or not. */
export function checkDataFolder(dataDir: string, now = Date.now()): DoctorFinding[] {
  const info = statSync(dataDir, { throwIfNoEntry: false });
  // The folder may be missing, because the first start creates it.
  if (!info) return [];
  if (!info.isDirectory())
    return [{ what: 'DATA_DIR', finding: `${dataDir} is not a folder`, fix: 'set DATA_DIR to a folder' }];
  return [
    ...checkRights(dataDir, info),
    ...checkReadOnly(dataDir),
    ...checkOwners(dataDir, info),
    ...checkKeyFile(dataDir),
    ...checkLeftovers(dataDir),
    ...checkClock(dataDir, now),
  ];
}

function checkRights(dataDir: string, { uid, mode }: { uid: number; mode: number }): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  const own = process.getuid?.() ?? uid;
  if (uid !== own)
    findings.push({
      what: 'owner',
      finding: `${dataDir} belongs to user ${uid}, and this command runs as user ${own}`,
      fix: `run it as the server's user, or: sudo chown -R ${own} ${dataDir}`,
    });
  if (!isPermitted(dataDir, constants.W_OK) && !isReadOnly(dataDir))
    findings.push({
      what: 'rights',
      finding: `${dataDir} cannot be written by this user`,
      fix: `run it as the server's user, or check ls -ld ${dataDir}`,
    });
  // If root owns the folder, the database's user must be able to enter it.
  if ((mode & (uid === 0 ? 0o066 : 0o077)) !== 0)
    findings.push({
      what: 'rights',
      finding: `other users of this machine can read ${dataDir}`,
      fix: `chmod ${uid === 0 ? '711' : '700'} ${dataDir}`,
    });
  return findings;
}

/** The folders that the server writes, some of which may be mounted on their own. */
function checkReadOnly(dataDir: string): DoctorFinding[] {
  const folders = [dataDir, readCluster(dataDir), join(dataDir, 'storage'), join(dataDir, 'mail')];
  const readOnly = folders.find((folder) => folder !== undefined && isReadOnly(folder));
  if (readOnly === undefined) return [];
  return [
    {
      what: 'disk',
      finding: `${readOnly} is on a read-only file system, so nothing can be saved: it was mounted that way, or became so after an error of the disk`,
      fix: `findmnt -T ${readOnly} shows the mount, dmesg an error; then mount -o remount,rw it, check the disk, and restart the server`,
    },
  ];
}

export function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** Files of people are many, and are written by the same server as the rest. */
const mostFiles = 20_000;

/** What a command run as root, or a copy, leaves behind: the server cannot read or replace it. */
function checkOwners(dataDir: string, { uid, gid }: { uid: number; gid: number }): DoctorFinding[] {
  // A server that runs as root can, and its database has an account of its own.
  if (uid === 0) return [];
  const foreign = listFiles(dataDir, mostFiles).filter(
    (path) =>
      // of the file system, if the folder is a mount point
      path !== join(dataDir, 'lost+found') &&
      lstatSync(path, { throwIfNoEntry: false })?.uid !== uid &&
      existsSync(path),
  );
  const [first] = foreign;
  if (first === undefined) return [];
  const more = foreign.length > 1 ? ` and ${foreign.length - 1} more` : '';
  return [
    {
      what: 'owner',
      finding: `${first}${more} in ${dataDir} ${foreign.length > 1 ? 'belong' : 'belongs'} to user ${lstatSync(first).uid}, but the folder belongs to user ${uid}, perhaps because a command ran as root: the server cannot read or replace them`,
      fix: `sudo chown -R ${uid}:${gid} ${dataDir}`,
    },
  ];
}

/** Folders before what they contain, up to `limit` paths. A folder that cannot be read has another owner. */
function listFiles(folder: string, limit: number): string[] {
  const found: string[] = [];
  const folders = [folder];
  for (
    let current = folders.shift();
    current !== undefined && found.length < limit;
    current = folders.shift()
  )
    for (const entry of readFolder(current)) {
      const path = join(current, entry.name);
      found.push(path);
      if (entry.isDirectory()) folders.push(path);
    }
  return found;
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function checkKeyFile(dataDir: string): DoctorFinding[] {
  const file = join(dataDir, 'keys.json');
  const info = statSync(file, { throwIfNoEntry: false });
  const hasDatabase = existsSync(join(dataDir, 'database.json'));
  if (!info) {
    if (!hasDatabase) return [];
    const fix = 'restore it from a backup; otherwise the next start creates new keys and signs everyone out';
    return [{ what: 'keys', finding: `${file} is missing`, fix }];
  }
  const findings: DoctorFinding[] = [];
  if ((info.mode & 0o077) !== 0)
    findings.push({
      what: 'keys',
      finding: `other users of this machine can read ${file}`,
      fix: `chmod 600 ${file}; if anyone may have read it, rotate all three: ${formatCommandLine('rotate-key')}`,
    });
  try {
    JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    // EACCES means that the file belongs to another user, which is a separate finding.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES')
      findings.push({ what: 'keys', finding: `${file} cannot be read`, fix: 'restore it from a backup' });
  }
  return findings;
}

function checkLeftovers(dataDir: string): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (existsSync(join(dataDir, restoreMarkerFile)))
    findings.push({
      what: 'restore',
      finding: `${dataDir} contains an interrupted restore`,
      fix: `delete the folder and run ${formatCommandLine('restore')} again`,
    });
  // A server that holds the folder is handling the upgrade itself.
  if (readLockHolder(dataDir) === undefined) findings.push(...checkUpgrade(dataDir));
  const cluster = readCluster(dataDir);
  const lockFile = cluster === undefined ? '' : join(cluster, 'postmaster.pid');
  const isKilled = existsSync(lockFile) && isPermitted(dataDir, constants.W_OK);
  if (isKilled && readLockHolder(dataDir) === undefined)
    findings.push(
      isDamaged(lockFile)
        ? damagedLock(lockFile)
        : {
            what: 'lock',
            finding:
              'the server was killed: its lock belongs to a dead process, and the database was not shut down',
            fix: `${formatCommandLine('start')}: it recovers automatically, and nothing that was confirmed is lost`,
          },
    );
  for (const { folder, owner, name, state } of listRelocatedClusters())
    if (state === 'orphaned')
      findings.push({
        what: 'databases',
        finding: `${folder} belongs to ${owner}, which is gone`,
        fix: `if you moved it, start the server there once; otherwise: ${formatCommandLine('status', `--remove-database ${name}`)}`,
      });
  return findings;
}

/** A valid lock file begins with the id of a process. */
function isDamaged(lockFile: string): boolean {
  try {
    return !/^-?[1-9]/.test(readFileSync(lockFile, 'utf8'));
  } catch {
    return false;
  }
}

function damagedLock(lockFile: string): DoctorFinding {
  const finding = `${lockFile} is empty or damaged, perhaps after a power outage, and keeps the database from starting`;
  return { what: 'lock', finding, fix: `rm ${lockFile}; it contains no data` };
}

function checkUpgrade(dataDir: string): DoctorFinding[] {
  const what = 'upgrade';
  try {
    const record = readUpgradeRecord(dataDir);
    if (record?.state !== 'running') return [];
    return [
      {
        what,
        finding: `the upgrade to version ${record.to}, started at ${record.startedAt}, was interrupted`,
        fix: `${formatCommandLine('start')}: it puts the database back as it was, and upgrades again if this is the newer version`,
      },
    ];
  } catch (error) {
    const fix = 'start the server: if the database works, delete that file; otherwise restore a backup';
    return [{ what, finding: (error as Error).message, fix }];
  }
}

function readCluster(dataDir: string): string | undefined {
  try {
    return clusterFolderOf(dataDir);
  } catch {
    return undefined;
  }
}

function checkClock(dataDir: string, now: number): DoctorFinding[] {
  const written = ['keys.json', 'database.json', 'running.json', 'postgres.log']
    .map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    .reduce((latest, time) => Math.max(latest, time), 0);
  if (written <= now + futureMs) return [];
  return [
    {
      what: 'clock',
      finding: `this machine's clock says ${new Date(now).toISOString()}, but files were written at ${new Date(written).toISOString()}`,
      fix: 'set the clock and keep it in sync: timedatectl set-ntp true; sessions and codes depend on it',
    },
  ];
}

function isPermitted(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
