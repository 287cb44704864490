// Schema of an erasure record; the file of erasures in the data folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '@fairlead/backend/embedded';
import { z } from 'zod';

/** The same fields as in private.erasures: keyed hashes and ids, which identify no one. */
export const erasureSchema = z.object({
  id: z.uuid(),
  erased_at: z.string(),
  key: z.string(),
  address_hashes: z.array(z.string()),
  phone_hashes: z.array(z.string()),
  lead_ids: z.array(z.uuid()),
});

export type Erasure = z.infer<typeof erasureSchema>;

/** The erasures in this data folder. Neither a backup nor an upgrade's restore point contains this file. */
export function readErasures(dataDir: string): Erasure[] {
  let text: string;
  try {
    text = readFileSync(fileOf(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => erasureSchema.parse(JSON.parse(line)));
}

/** Adds those that are missing; they are synced to the disk when it returns. */
export function addErasures(dataDir: string, added: readonly Erasure[]): void {
  const known = readErasures(dataDir);
  const ids = new Set(known.map(({ id }) => id));
  const missing = added.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return;
  const lines = [...known, ...missing].map((line) => `${JSON.stringify(line)}\n`);
  writeAtomically(fileOf(dataDir), lines.join(''));
}

function fileOf(dataDir: string): string {
  return join(dataDir, 'erasures.jsonl');
}
