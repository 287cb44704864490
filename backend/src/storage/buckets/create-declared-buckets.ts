import type { Pool } from 'pg';
import type { StorageConfig } from '../config.ts';

export async function createDeclaredBuckets(pool: Pool, { buckets }: StorageConfig): Promise<void> {
  for (const [name, bucket] of Object.entries(buckets)) {
    await pool.query(
      `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
       values ($1, $1, $2, $3, $4)
       on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
         allowed_mime_types = excluded.allowed_mime_types
       where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
         is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`,
      [name, bucket.public, bucket.file_size_limit ?? null, bucket.allowed_mime_types ?? null],
    );
  }
}
