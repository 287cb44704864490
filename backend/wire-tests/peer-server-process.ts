// Runs a server until its input ends; its options are one line of JSON on standard input.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ConnectionParameters } from '../src/database/connection-parameters.ts';
import { createBackend } from '../src/index.ts';
import { startHttpServer } from '../src/start-http-server.ts';
import type { BackendConfig } from '../src/backend.ts';
import type { BackendKeys } from '../src/tokens/keys.ts';

const input = createInterface({ input: process.stdin });
const [line] = (await once(input, 'line')) as [string];
const { connection, keys, options } = JSON.parse(line) as {
  connection: ConnectionParameters;
  keys: BackendKeys;
  options: Pick<BackendConfig, 'limits' | 'mail'>;
};
const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
const backend = createBackend({
  connection,
  keys,
  publicUrl: http.url,
  workdir: import.meta.dirname,
  ...options,
});
http.serve(backend);
await backend.listening;
process.stdout.write(`${http.url}\n`);
input.once('close', () => void http.close().then(() => backend.close()));
