// npm run types: types of a migrated temporary database for supabase-js.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Client } from 'pg';
import { toClientConfig } from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { createBackend } from '@fairlead/backend';
import { renderDatabaseTypes } from './render-database-types.ts';
import { readDatabaseCatalog } from './read-database-catalog.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'site', 'app', 'data', 'database-types.ts');

/** Without `folder`, writes the types of the site; otherwise prints those of the project with that root. */
export async function generateTypes(folder?: string): Promise<void> {
  const types = await typesOf(folder === undefined ? root : resolve(folder));
  if (folder !== undefined) {
    process.stdout.write(types);
    return;
  }
  await writeFile(target, types);
  process.stdout.write(`written: ${relative(root, target)}\n`);
}

async function typesOf(workdir: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'types-'));
  // If this runs as root, the database's user must be able to enter the folder; otherwise the cluster would be under
  // /var/lib and stay there.
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  const server = await startEmbeddedServer({ dataDir });
  try {
    const { connection } = server;
    // No client connects to this backend, so its keys protect nothing.
    const keys = {
      jwtSecret: 'unused'.repeat(6),
      publishableKey: 'sb_publishable_x',
      secretKey: 'sb_secret_x',
    };
    const backend = createBackend({ connection, workdir, publicUrl: 'http://localhost', keys });
    await backend.migrate();
    await backend.close();
    const client = new Client(toClientConfig(connection));
    await client.connect();
    try {
      return renderDatabaseTypes(await readDatabaseCatalog(client));
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
