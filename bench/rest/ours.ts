// A contestant: our backend, in a process of its own, on the database that the environment names.
import { createBackend } from '../../backend/src/index.ts';
import { readDatabaseUrl } from '../../backend/src/database/connection.ts';
import { startHttpServer } from '../../backend/src/start-http-server.ts';
import { generateKeys } from '../../backend/src/tokens/keys.ts';
import { ready, settings } from './contestant.ts';

const keys = generateKeys();
const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
const backend = createBackend({
  connection: readDatabaseUrl(settings.databaseUrl),
  workdir: settings.workdir,
  publicUrl: http.url,
  keys,
  limits: { perMinute: 1_000_000 },
});
await backend.migrate();
await backend.listening;
http.serve(backend);
ready({ url: http.url, key: keys.publishableKey });
