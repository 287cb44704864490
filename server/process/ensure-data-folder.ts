import { ensureWritableFolder, explainFolderError } from '@fairlead/backend/embedded';

/** Throws one line that names DATA_DIR and the fix. */
export function ensureDataFolder(dataDir: string): void {
  try {
    ensureWritableFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw explainFolderError(dataDir, error);
  }
}
