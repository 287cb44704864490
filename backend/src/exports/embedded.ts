// The embedded PostgreSQL in a data folder.
export { allowDirectLogin, directConnectionParameters } from '../database/direct-login.ts';
export {
  type EmbeddedServer,
  type EmbeddedServerOptions,
  clusterFolderOf,
  readEmbeddedConnectionParameters,
  lockAndRepairClusterDirectory,
  startEmbeddedServer,
} from '../database/embedded-server.ts';
export { type PostgresBinaries, findBinaries, findOldBinaries } from '../database/embedded/binaries.ts';
export { type ClusterLocation, ensureReachableBinaries } from '../database/embedded/cluster-location.ts';
export { restoreMarkerFile } from '../database/embedded/cluster-metadata.ts';
export { postmasterStopTimeoutMs } from '../database/embedded/end-process.ts';
export { explainFolderError } from '../database/embedded/folder-errors.ts';
export { lockFolder, readLockHolder } from '../database/embedded/folder-lock.ts';
export {
  type RelocatedCluster,
  listRelocatedClusters,
  rejectCopiedDataFolder,
  removeRelocatedCluster,
} from '../database/embedded/ownership.ts';
export {
  type UpgradeRecord,
  readUpgradeRecord,
  writeUpgradeRecord,
} from '../database/embedded/upgrade-record.ts';
export {
  finishUpgrade,
  createUpgradeRestorePoint,
  restoreUpgradeRestorePoint,
  removeUpgradeRestorePoint,
} from '../database/embedded/upgrade-restore-point.ts';
export {
  ensureWritableFolder,
  catchMissingFile,
  measureFolderBytes,
  writeAtomically,
} from '../database/folders.ts';
