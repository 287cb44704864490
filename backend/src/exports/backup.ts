// Backups of a data folder: written, continued with the WAL, restored.
export {
  type ArchiveManifest,
  type TableFingerprint,
  archiveSuffix,
  blobPath,
} from '../backup/archive-format.ts';
export { type WalArchiver, createWalArchiver } from '../backup/continuous/create-wal-archiver.ts';
export { pruneWalArchive } from '../backup/continuous/fetch-wal.ts';
export { TimeBeforeBackupError } from '../backup/continuous/replay-wal.ts';
export { stopWalArchiving, readCurrentWalStream } from '../backup/continuous/wal-archive-state.ts';
export { listBlobs } from '../backup/copy-files.ts';
export { createBackup, withBackupLock } from '../backup/create-backup.ts';
export {
  type PassphraseVerdict,
  createPassphraseCheck,
  testPassphrase,
  testPassphraseCheck,
} from '../backup/passphrase-check.ts';
export type { CodeInspection } from '../backup/inspect-program-code.ts';
export { removeRestoredData } from '../backup/remove-restored-data.ts';
export { type RestoredBackup, restoreBackup } from '../backup/restore-backup.ts';
export { compareTableFingerprints, readTableFingerprints } from '../backup/table-fingerprints.ts';
export type { BackupTarget, BackupTargetEntry } from '../backup/targets/backup-target.ts';
export { createFolderTarget, removeOnExit } from '../backup/targets/folder-target.ts';
export { createS3Target } from '../backup/targets/s3-target.ts';
