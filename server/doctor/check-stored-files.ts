// Doctor check for records without their stored file; pictures without their record.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionParameters, createPool } from '@fairlead/backend/database';
import type { DoctorFinding } from '../probes/doctor-finding.ts';

/** Rows read at a time, so that many files need little memory. */
const pageRows = 5_000;

/** Finds rows whose file is missing, and pictures of services and apps whose row is missing. Reads only. */
export async function checkStoredFiles(
  connection: ConnectionParameters,
  dataDir: string,
): Promise<DoctorFinding[]> {
  const pool = createPool(connection, { max: 1 });
  try {
    return [...(await findLostFiles(pool, dataDir)), ...(await findLostPictures(pool))];
  } finally {
    await pool.end();
  }
}

type Pool = ReturnType<typeof createPool>;

async function findLostFiles(pool: Pool, dataDir: string): Promise<DoctorFinding[]> {
  const lost: string[] = [];
  let after = '';
  for (;;) {
    const { rows } = await pool.query<{ version: string; path: string }>(
      `select version, bucket_id || '/' || name as path from storage.objects
       where version is not null and version > $1 order by version limit ${pageRows}`,
      [after],
    );
    for (const { version, path } of rows)
      if (!existsSync(join(dataDir, 'storage', 'blobs', version.slice(0, 2), version))) lost.push(path);
    after = rows.at(-1)?.version ?? '';
    if (rows.length < pageRows) break;
  }
  if (lost.length === 0) return [];
  return [
    {
      what: 'stored files',
      finding: `${lost.length} files in the database are missing from ${join(dataDir, 'storage')}, such as ${lost[0]}`,
      fix: 'restore a backup into another folder and copy its storage/blobs over; no file there has the same name but different content',
    },
  ];
}

async function findLostPictures(pool: Pool): Promise<DoctorFinding[]> {
  const { rows: tables } = await pool.query<{ exists: boolean }>(
    `select to_regclass('public.media') is not null and to_regclass('public.app_media') is not null as exists`,
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await pool.query<{ count: string; example: string | null }>(
    `select count(*) as count, min(url) as example
     from (select url from public.media union all select url from public.app_media) as pictures
     where url ~ '/storage/v1/object/public/' and not exists (
       select from storage.objects
       where bucket_id || '/' || name = substring(pictures.url from '/storage/v1/object/public/([^?#]+)'))`,
  );
  const { count = '0', example } = rows[0] ?? {};
  if (count === '0') return [];
  return [
    {
      what: 'pictures',
      finding: `${count} images of services and apps have no stored file, such as ${example}`,
      fix: 'delete them on the Media screen and upload them again',
    },
  ];
}
