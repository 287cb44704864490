// The files that a backup contains and a restore writes; anything else in an archive is left out, such as settings of
// the server, links, libraries and recovery requests: PostgreSQL would execute what they name.

const relation = String.raw`\d+(_(fsm|vm|init))?(\.\d+)?`;
const clusterFile = new RegExp(
  `^(${[
    'PG_VERSION',
    'backup_label',
    'global/(pg_control|pg_filenode\\.map)',
    `(global|base/\\d+)/${relation}`,
    'base/\\d+/(PG_VERSION|pg_filenode\\.map)',
    'pg_(xact|commit_ts|multixact/(members|offsets))/[0-9A-F]{4,}',
    'pg_twophase/[0-9A-F]{8,16}',
    'pg_logical/(replorigin_checkpoint|mappings/map-[0-9a-f-]+|snapshots/[0-9A-F-]+\\.snap)',
    'pg_wal/([0-9A-F]{24}|[0-9A-F]{8}\\.history)',
  ].join('|')})$`,
);

/** Their content belongs to a running server; the empty folders are needed. */
const foldersWithoutContent = [
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
];
const clusterFolder =
  /^(global|base|base\/\d+|pg_(xact|commit_ts|multixact|multixact\/(members|offsets)|twophase|logical|logical\/(mappings|snapshots)))$/;

/** Files of DATA_DIR beside the database and the stored files: keys and mail. */
const dataFile =
  /^(keys\.json|dkim-[a-z0-9-]+\.pem|mail-attempts\.json|mail-in\.json|updates\.json|mail(\/[^/]+)*)$/i;

/** Paths have forward slashes. */
export function isClusterFile(path: string): boolean {
  return clusterFile.test(path);
}

/**
 * Files of a folder that hold rows of unlogged tables: a restored database empties these tables, from the files that end
 * with `_init`.
 */
export function unloggedFiles(names: readonly string[]): (name: string) => boolean {
  const unlogged = new Set(names.flatMap((name) => /^(\d+)_init$/.exec(name)?.[1] ?? []));
  return (name) => {
    const [, relation = '', fork] = /^(\d+)(?:_(fsm|vm|init))?(?:\.\d+)?$/.exec(name) ?? [];
    return fork !== 'init' && unlogged.has(relation);
  };
}

export function isClusterFolder(path: string): boolean {
  return clusterFolder.test(path) || isFolderContentExcluded(path);
}

export function isFolderContentExcluded(path: string): boolean {
  return foldersWithoutContent.includes(path);
}

export function foldersWithExcludedContent(folder: string): string[] {
  return foldersWithoutContent.filter((one) => one.startsWith(`${folder}/`));
}

/** Temporary files are excluded, because they are incomplete. */
export function isDataFile(path: string): boolean {
  return dataFile.test(path) && isSafeRelativePath(path) && !path.endsWith('.new');
}

/** Versions of stored files are used in paths, so only safe characters are allowed. */
export function isBlobVersion(version: string): boolean {
  return /^[\w-]{3,200}$/.test(version);
}

/** Without parts such as `..` that lead outside the folder. */
export function isSafeRelativePath(path: string): boolean {
  return !/\\|\0/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
