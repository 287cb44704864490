// Locates the installation folder with its data folder, for the start scripts.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const installationRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export function locateDataFolder() {
  return resolve(installationRoot, process.env.DATA_DIR || '.data');
}
