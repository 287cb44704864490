import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobPath, listBlobs } from '@fairlead/backend/backup';
import { withDatabase } from '../backup/inventory.ts';

/** Data that was acknowledged, by a key with which it can be found. */
export interface AcknowledgedData {
  kind: 'lead' | 'reply' | 'picture' | 'file';
  key: string;
  /** The time at which its response had arrived. */
  at: number;
  /** For a file, hex. */
  md5?: string;
}

/** What a data folder with a running database contains. */
export interface StoredData {
  /** Keys, with how often they are stored. */
  counts: Record<AcknowledgedData['kind'], Map<string, number>>;
  /** Checksums of files by key, hex. */
  md5: Map<string, string>;
  /** Rows whose file is missing or different. */
  rowsWithoutFile: string[];
  /** Stored files that are neither in a row nor in the list of orphans. */
  filesWithoutRow: string[];
}

const queries: Record<AcknowledgedData['kind'], string> = {
  // Quarantined ones are kept as well.
  lead: `select email as key from leads union all select email from quarantined_leads`,
  reply: `select message as key from lead_messages`,
  picture: `select id::text as key from media`,
  file: `select name as key from storage.objects where bucket_id = 'drill'`,
};

/** Pictures that a row of content names and that have no stored object. */
const lostPictures = `
  select url from (select url from media union all select url from app_media) as content
  where url like '/storage/v1/object/public/%' and not exists (
    select from storage.objects
    where url = '/storage/v1/object/public/' || bucket_id || '/' || name)`;

export async function readStoredData(dataDir: string): Promise<StoredData> {
  return withDatabase(dataDir, async (client) => {
    const counts = {} as StoredData['counts'];
    for (const [kind, query] of Object.entries(queries) as [AcknowledgedData['kind'], string][]) {
      const { rows } = await client.query<{ key: string }>(query);
      const count = new Map<string, number>();
      for (const { key } of rows) count.set(key, (count.get(key) ?? 0) + 1);
      counts[kind] = count;
    }
    const pictures = await client.query<{ url: string }>(lostPictures);
    const objects = await client.query<{ bucket: string; name: string; version: string; md5: string }>(
      `select bucket_id as bucket, name, version, trim('"' from metadata ->> 'eTag') as md5
       from storage.objects where version is not null`,
    );
    const orphans = await client.query<{ version: string }>('select version from backend.orphaned_blobs');
    const md5 = new Map<string, string>();
    const rowsWithoutFile = pictures.rows.map(({ url }) => url);
    const known = new Set(orphans.rows.map(({ version }) => version));
    for (const object of objects.rows) {
      known.add(object.version);
      const found = await hashOf(join(dataDir, 'storage', 'blobs', blobPath(object.version)));
      if (found !== object.md5) rowsWithoutFile.push(`${object.bucket}/${object.name}`);
      else if (object.bucket === 'drill') md5.set(object.name, found);
    }
    const filesWithoutRow = (await listBlobs(dataDir)).filter((version) => !known.has(version));
    return { counts, md5, rowsWithoutFile, filesWithoutRow };
  });
}

async function hashOf(path: string): Promise<string | undefined> {
  const content = await readFile(path).catch(() => undefined);
  return content && createHash('md5').update(content).digest('hex');
}

/** Throws an error that lists every difference. */
export function assertStored(where: string, acknowledged: AcknowledgedData[], kept: StoredData): void {
  const wrong = acknowledged.flatMap(({ kind, key, at, md5 }) => {
    const times = kept.counts[kind].get(key) ?? 0;
    const what = `the ${kind} ${key}, acknowledged at ${new Date(at).toISOString()},`;
    if (times === 0) return [`${what} is lost`];
    if (times > 1) return [`${what} is there ${times} times`];
    return md5 === undefined || kept.md5.get(key) === md5 ? [] : [`${what} has another content`];
  });
  for (const row of kept.rowsWithoutFile) wrong.push(`the row of ${row} is without its file`);
  for (const file of kept.filesWithoutRow) wrong.push(`the file ${file} is without a row`);
  if (wrong.length > 0)
    throw new Error(`${where}: ${wrong.length} differences: ${wrong.slice(0, 20).join('; ')}`);
}
