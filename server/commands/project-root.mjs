import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export function locateDataFolder() {
  return resolve(root, process.env.DATA_DIR || '.data');
}
