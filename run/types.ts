// `npm run types`: migrates an empty database and writes site/app/data/database-types.ts from its catalog.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '@fairlead/backend/index.ts';
import { startEmbeddedServer } from '@fairlead/backend/database/embedded-server.ts';
import { withMigrationLock } from '@fairlead/backend/database/migrate.ts';
import { makeKeys } from '@fairlead/backend/tokens/keys.ts';
import { describeDatabase } from '../supabase/generate-types.ts';
import { readCatalog } from '../supabase/read-catalog.ts';
import { projectRoot } from './project-root.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'fairlead-types-'));
const server = await startEmbeddedServer({ dataDir });
try {
  const { connection } = server;
  const backend = createBackend({
    connection,
    workdir: projectRoot,
    publicUrl: 'http://localhost',
    keys: makeKeys(),
  });
  await backend.migrate();
  const types = await withMigrationLock(connection, async (client) =>
    describeDatabase(await readCatalog(client)),
  );
  await backend.close();
  const file = join(projectRoot, 'site', 'app', 'data', 'database-types.ts');
  await writeFile(file, types);
  process.stdout.write(`wrote ${file}\n`);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(0);
