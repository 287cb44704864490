import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { fillWithPristine, startProductProgram } from '@fairlead/backend/testing';
import { copyPreparedData } from './copy-prepared-data.ts';
import type { Database } from '../../site/app/data/database-types.ts';
import { projectRoot } from '../../server/project-root.ts';

/** A running product: server process, database, port and data folder. */
export interface Product extends AsyncDisposable {
  url: string;
  dataDir: string;
  process: ChildProcess;
  publishableKey: string;
  secretKey: string;
  /** Everything the server printed so far. */
  output: () => string;
  /** The real client, as an anonymous visitor. */
  visitor: () => SupabaseClient<Database>;
  /** The real client with the secret key: row level security does not apply. */
  admin: SupabaseClient<Database>;
  stop: () => Promise<void>;
}

const detached = { auth: { persistSession: false, autoRefreshToken: false } };

/**
 * A free port below those that systems use for outgoing connections (from 32768 on Linux), one of which could take it
 * before the server does.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(12_000, 32_000);
  const probe = createServer();
  const free = new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!(await free)) return findFreePort();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * If this runs as root, the database runs as another user, who must be able to enter the folder; otherwise its cluster
 * would be elsewhere.
 */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-e2e-'));
  await chmod(folder, 0o711);
  return folder;
}

/**
 * Starts the server on a free port and waits for the URL that it prints. Rejects with its output if it ends instead.
 * `root` is the folder of the sources: those of another commit in `npm run screenshots -- --compare`.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  keepData?: string,
  program = ['server/commands/main.ts', 'start'],
  root = projectRoot,
): Promise<Product> {
  const dataDir = keepData ?? (await makeDataFolder());
  const asItComes = keepData === undefined && Object.keys(environment).length === 0;
  if (asItComes) await copyPreparedData(dataDir, (folder) => startProduct({}, folder));
  else if (keepData === undefined) await fillWithPristine(dataDir);
  const port = environment['PORT'] ?? String(await findFreePort());
  const publishableKey = 'sb_publishable_e2e_0123456789abcdef';
  const secretKey = 'sb_secret_e2e_0123456789abcdef';
  const running = startProductProgram(
    program,
    {
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: dataDir,
      PUBLISHABLE_KEY: publishableKey,
      SECRET_KEY: secretKey,
      ...environment,
    },
    { cwd: root },
  );
  await running.waitForOutput(/Owner .*\n/);
  const url = `http://localhost:${port}`;
  return {
    url,
    dataDir,
    process: running.process,
    publishableKey,
    secretKey,
    output: running.output,
    visitor: () => createClient<Database>(url, publishableKey, detached),
    admin: createClient<Database>(url, secretKey, detached),
    async stop() {
      await running.stop();
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
    },
    async [Symbol.asyncDispose](this: Product) {
      await this.stop();
    },
  };
}
