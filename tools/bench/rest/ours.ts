import { createBackend } from '@fairlead/backend';
import { parseDatabaseUrl } from '@fairlead/backend/database';
import { startHttpServer } from '@fairlead/backend/http';
import { generateKeys } from '@fairlead/backend/tokens';
import { sendReady, contestantOptions } from './contestant.ts';

const keys = generateKeys();
const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
const backend = createBackend({
  connection: parseDatabaseUrl(contestantOptions.databaseUrl),
  workdir: contestantOptions.workdir,
  publicUrl: http.url,
  keys,
  limits: { perMinute: 1_000_000 },
});
await backend.migrate();
await backend.listening;
const { countedTables } = contestantOptions;
if (countedTables.length > 0) backend.onRowsRead(countedTables, () => {});
http.serve(backend);
sendReady({ url: http.url, key: keys.publishableKey, secretKey: keys.secretKey });
