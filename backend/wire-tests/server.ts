// Starts our server on its own database, or uses any other server with the same protocol.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SupabaseClient, createClient } from '@supabase/supabase-js';
import type { Pool } from 'pg';
import { parseDatabaseUrl } from '../src/database/connection-parameters.ts';
import { createPool } from '../src/database/pool.ts';
import type { LogEntry } from '../src/errors/log-entry.ts';
import { type Backend, type BackendConfig, createBackend } from '../src/index.ts';
import { startHttpServer } from '../src/start-http-server.ts';
import { type BackendKeys, generateKeys } from '../src/tokens/keys.ts';
import { type Cluster, startCluster } from './cluster.ts';
import type { Target } from './target.ts';

export interface WireServerOptions {
  /** A project root with a folder supabase/; alternatively give the parts below. */
  workdir?: string;
  migrationsSql?: string;
  configToml?: string;
  seedFiles?: string[];
  /** If undefined, the server starts and stops its own. */
  cluster?: Cluster;
  backend?: Partial<BackendConfig>;
  target?: Target | undefined;
}

export interface WireServer extends BackendKeys, AsyncDisposable {
  url: string;
  pool: Pool;
  /** Undefined if another server is tested. */
  backend: Backend | undefined;
  log: LogEntry[];
  /** Uses the publishable key unless another is given. Its session is not shared. */
  client(key?: string): SupabaseClient;
  close(): Promise<void>;
}

export async function startWireServer(options: WireServerOptions = {}): Promise<WireServer> {
  if (options.target) return aimAt(options.target, options.migrationsSql);
  const cluster = options.cluster ?? (await startCluster());
  const workdir = options.workdir ?? (await makeProject(options));
  const keys = { ...generateKeys(), ...options.backend?.keys };
  const log: LogEntry[] = [];
  const files = await mkdtemp(join(tmpdir(), 'files-'));
  const storage = { folder: files, soleWriter: true };
  // Most tests send more than a client may.
  const limits = { perMinute: 10_000 };
  const basis = { workdir, keys, publicUrl: 'http://localhost', storage, limits, ...options.backend };
  const connection = await cluster.createDatabase({
    name: templateName(options),
    async prepare(connection) {
      const backend = createBackend({ ...basis, connection });
      await backend.migrate();
      await backend.seed(options.seedFiles ?? []);
      await backend.close();
    },
  });
  const http = await startHttpServer({ host: '127.0.0.1', port: 0 });
  const backend = createBackend({
    log: (entry) => log.push(entry),
    ...basis,
    publicUrl: http.url,
    keys,
    connection,
  });
  http.serve(backend);
  await backend.listening;
  const pool = createPool(connection, { max: 3 });
  return {
    url: http.url,
    ...keys,
    pool,
    backend,
    log,
    client: (key = keys.publishableKey) => openClient(http.url, key),
    async close() {
      await http.close();
      await backend.close();
      await pool.end();
      if (options.cluster === undefined) await cluster.stop();
      await rm(files, { recursive: true, force: true });
      if (options.workdir === undefined) await rm(workdir, { recursive: true, force: true });
    },
    async [Symbol.asyncDispose](this: WireServer) {
      await this.close();
    },
  };
}

async function aimAt(target: Target, migrationsSql: string | undefined): Promise<WireServer> {
  const { url, databaseUrl, ...keys } = target;
  const pool = createPool(parseDatabaseUrl(databaseUrl), { max: 3 });
  if (migrationsSql !== undefined) await pool.query(`${emptyPublic}; ${migrationsSql}; notify pgrst`);
  return {
    url,
    ...keys,
    pool,
    backend: undefined,
    log: [],
    client: (key = keys.publishableKey) => openClient(url, key),
    close: () => pool.end(),
    [Symbol.asyncDispose]: () => pool.end(),
  };
}

const emptyPublic = `
  drop schema if exists public cascade;
  create schema public;
  grant usage on schema public to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on routines to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role`;

function openClient(url: string, key: string): SupabaseClient {
  // A test may have several clients, none of which may use another's session or refresh it by a timer.
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}

async function makeProject(options: WireServerOptions): Promise<string> {
  const workdir = await mkdtemp(join(tmpdir(), 'project-'));
  const folder = join(workdir, 'supabase');
  await mkdir(join(folder, 'migrations'), { recursive: true });
  await writeFile(join(folder, 'config.toml'), options.configToml ?? '');
  await writeFile(join(folder, 'migrations', '20260101000000_test.sql'), options.migrationsSql ?? '');
  return workdir;
}

function templateName({ workdir, migrationsSql, configToml, seedFiles }: WireServerOptions): string {
  const parts = JSON.stringify([workdir, migrationsSql, configToml, seedFiles]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 16);
}
