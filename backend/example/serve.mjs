// Serves the supabase/ folder beside this file: node serve.mjs [port]
import { join } from 'node:path';
import { createBackend } from '@fairlead/backend';
import { startEmbeddedServer } from '@fairlead/backend/embedded';
import { startHttpServer } from '@fairlead/backend/http';
import { ensureKeysInFolder } from '@fairlead/backend/tokens';

const workdir = import.meta.dirname;
const dataDir = join(workdir, '.data');
const http = await startHttpServer({ host: '127.0.0.1', port: Number(process.argv[2] ?? 54321) });
const database = await startEmbeddedServer({ dataDir });
const keys = ensureKeysInFolder(dataDir);
const backend = createBackend({
  connection: database.connection,
  workdir,
  keys,
  publicUrl: http.url,
  storage: { folder: join(dataDir, 'storage'), soleWriter: true },
});
await backend.migrate();
http.serve(backend);
console.log(`${http.url}\npublishable key: ${keys.publishableKey}`);

async function stop() {
  await http.close();
  await backend.close();
  await database.stop();
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
