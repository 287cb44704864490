// Fingerprints of the files that the last install and build were made from.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationRoot } from '../../server/commands/project-root.mjs';

const folder = join(installationRoot, 'node_modules', '.fairlead');

export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(installationRoot, file)));
  return hash.digest('hex');
}

export function readStamp(name) {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Replaces the file, because another clone can share it by a hard link. */
export function writeStamp(name, value) {
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, value);
  renameSync(`${file}.new`, file);
}
