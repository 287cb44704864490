import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { generateX25519Identity } from 'age-encryption';

/** One unbroken history of a database in one target. A gap, another target or a copied folder begins another one. */
export interface WalStream {
  /** Its folder below `log/` in the target. */
  name: string;
  /** age identity that opens what is in it; each base backup carries it. */
  identity: string;
}

export interface BegunStream extends WalStream {
  /** The position (LSN) from which it has the WAL; absent in those of versions before. */
  start?: string;
}

interface StoredStream extends BegunStream {
  target: string;
  folder: string;
}

/** In DATA_DIR; not part of a backup, so that a restored folder begins its own. */
export const walArchiveFile = 'log-archive.json';

/** Undefined when there is none, or it belongs to another target or to the original of this folder. */
export function readWalStream(dataDir: string, target: string): BegunStream | undefined {
  const file = join(dataDir, walArchiveFile);
  if (!existsSync(file)) return undefined;
  try {
    const { target: of, folder, ...stream } = JSON.parse(readFileSync(file, 'utf8')) as StoredStream;
    return of === target && folder === identityOf(dataDir) ? stream : undefined;
  } catch {
    return undefined;
  }
}

export async function beginWalStream(dataDir: string, target: string, start: string): Promise<WalStream> {
  const stream = { start, name: randomBytes(6).toString('hex'), identity: await generateX25519Identity() };
  const file = join(dataDir, walArchiveFile);
  const stored: StoredStream = { ...stream, target, folder: identityOf(dataDir) };
  writeFileSync(`${file}.new`, JSON.stringify(stored), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return stream;
}

/** Differs for a copy of the folder. */
function identityOf(dataDir: string): string {
  return `${statSync(dataDir).ino} ${realpathSync(dataDir)}`;
}
