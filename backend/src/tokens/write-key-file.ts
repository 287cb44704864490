import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Keys } from './keys.ts';

/** Whole or not at all, on the disk before it returns: without its keys a server signs everyone out. */
export function writeKeyFile(file: string, keys: Keys): void {
  const folder = dirname(file);
  const partial = `${file}.${process.pid}`;
  const handle = openSync(partial, 'w', 0o600);
  try {
    writeFileSync(handle, JSON.stringify(keys, null, 2));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partial, file);
  syncFolder(folder);
  removePartials(folder, basename(file));
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Of processes that were killed: they hold secrets. */
function removePartials(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`${name}.`) && /^\d+$/.test(entry.slice(name.length + 1)))
      rmSync(join(folder, entry), { force: true });
  }
}
