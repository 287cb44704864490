// npm run types: types of a migrated temporary database for supabase-js, and its kinds of mail.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { Client } from 'pg';
import { toClientConfig } from '@fairlead/backend/database';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { createBackend } from '@fairlead/backend';
import { renderDatabaseTypes } from './render-database-types.ts';
import { readDatabaseCatalog } from './read-database-catalog.ts';
import { renderMailKinds } from './render-mail-kinds.ts';

const root = join(import.meta.dirname, '..');
const targets = { 'database-types.ts': renderTypes, 'mail-kinds.ts': renderMailKinds };

/** Without `folder`, writes the files of the site; otherwise prints the types of the project with that root. */
export async function generateTypes(folder?: string): Promise<void> {
  if (folder !== undefined) {
    process.stdout.write(await withMigratedDatabase(resolve(folder), renderTypes));
    return;
  }
  await withMigratedDatabase(root, async (client) => {
    for (const [name, render] of Object.entries(targets)) {
      const target = join(root, 'site', 'app', 'data', name);
      await writeFile(target, await render(client));
      process.stdout.write(`written: ${relative(root, target)}\n`);
    }
  });
}

async function renderTypes(client: Client): Promise<string> {
  return renderDatabaseTypes(await readDatabaseCatalog(client));
}

async function withMigratedDatabase<Result>(
  workdir: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
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
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
