// Removes a data folder with its database, which may be outside of it.
import { mkdirSync, rmSync } from 'node:fs';
import { findRelocatedCluster } from '../database/embedded/ownership.ts';

/** Removes the restored data, including a cluster outside DATA_DIR. */
export function removeRestoredData(dataDir: string, keepFolder = false): void {
  const relocated = findRelocatedCluster(dataDir);
  if (relocated !== undefined) rmSync(relocated, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
  if (keepFolder) mkdirSync(dataDir, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}
