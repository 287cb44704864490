import { createBackend } from '../../../backend/src/index.ts';
import { readDatabaseUrl } from '../../../backend/src/database/connection.ts';
import { startHttpServer } from '../../../backend/src/start-http-server.ts';
import { generateKeys } from '../../../backend/src/tokens/keys.ts';
import { sendReady, options } from './contestant.ts';

const keys = generateKeys();
const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
const backend = createBackend({
  connection: readDatabaseUrl(options.databaseUrl),
  workdir: options.workdir,
  publicUrl: http.url,
  keys,
  limits: { perMinute: 1_000_000 },
});
await backend.migrate();
await backend.listening;
http.serve(backend);
sendReady({ url: http.url, key: keys.publishableKey });
