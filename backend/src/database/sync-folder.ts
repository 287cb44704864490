import { open } from 'node:fs/promises';

/** Without this, a power cut could lose the entry of a synced file. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
