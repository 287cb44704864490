// Starts a second server on the database of a first one, in a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import type { BackendConfig } from '../src/backend.ts';
import type { WireServer } from './server.ts';

const program = fileURLToPath(new URL('./peer-server-process.ts', import.meta.url));

export interface PeerServer {
  url: string;
  client(key?: string): SupabaseClient;
  /** Sends kill -9. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

export async function startPeerServer(
  server: WireServer,
  options: Pick<BackendConfig, 'limits' | 'mail'> = {},
): Promise<PeerServer> {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const { host, port, user, password, database } = server.pool.options;
  const { jwtSecret, publishableKey, secretKey } = server;
  const given = {
    connection: { host, port, user, password, database },
    keys: { jwtSecret, publishableKey, secretKey },
    options,
  };
  child.stdin.write(`${JSON.stringify(given)}\n`);
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url,
    client: (key = publishableKey) => createClient(url, key, { auth: { persistSession: false } }),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async end() {
      child.stdin.end();
      await exited;
    },
  };
}
