// Fetches erasure records from the backup target; sends the target those that it lacks.
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { BackupTarget } from '@fairlead/backend/backup';
import { addErasures, erasureSchema, readErasures, type Erasure } from './erasure-file.ts';

/**
 * One entry for each erasure, written once beside the backups. The data folder contains a copy, so either disk may be
 * lost.
 */
const folder = 'erasures/';

/** Copies the target's erasures into the data folder; returns how many were new. */
export async function downloadErasures(target: BackupTarget, dataDir: string): Promise<number> {
  const known = new Set(readErasures(dataDir).map(({ id }) => id));
  const found: Erasure[] = [];
  for (const id of await listErasures(target)) {
    if (known.has(id)) continue;
    const content = await text(await target.read(entryOf(id)));
    found.push(erasureSchema.parse(JSON.parse(content)));
  }
  addErasures(dataDir, found);
  return found.length;
}

/** Copies the erasures that the target lacks to it, e.g. all of them for a new target. */
export async function uploadErasures(target: BackupTarget, dataDir: string): Promise<void> {
  const stored = new Set(await listErasures(target));
  for (const known of readErasures(dataDir))
    if (!stored.has(known.id))
      await target.write(entryOf(known.id), Readable.from([Buffer.from(JSON.stringify(known))]));
}

async function listErasures(target: BackupTarget): Promise<string[]> {
  const entries = await target.list(folder);
  return entries.flatMap(({ name }) => /^erasures\/([0-9a-f-]{36})\.json$/.exec(name)?.[1] ?? []);
}

function entryOf(id: string): string {
  return `${folder}${id}.json`;
}
