import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { Client } from 'pg';
import {
  type ConnectionParameters,
  toClientConfig,
  parseDatabaseUrl,
} from '../src/database/connection-parameters.ts';
import { startEmbeddedServer } from '../src/database/embedded-server.ts';
import { fillWithPristine } from './fill-with-pristine.ts';
import { namedDatabase } from './target.ts';

interface Template {
  /** Letters, digits and underscores. */
  name: string;
  prepare: (connection: ConnectionParameters) => Promise<void>;
}

export interface Cluster {
  connection: ConnectionParameters;
  /** Cloned from a template that `prepare` fills on the first use of its name; empty without a template. */
  createDatabase(template?: Template): Promise<ConnectionParameters>;
  dropDatabase(connection: ConnectionParameters): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  connection: ConnectionParameters;
  stop(): Promise<void>;
}

/** Kept until the worker ends, because starting one costs more than most test files. */
let shared: Promise<Cluster> | undefined;

/**
 * Shared by the worker's test files, with its templates; `stop` drops this caller's databases. Tests that change the
 * roles of all databases, or harm the server, need `startOwnCluster`. TEST_DATABASE_URL runs the tests on a PostgreSQL
 * of another version: postgres://superuser@host:port/postgres
 */
export async function startCluster(): Promise<Cluster> {
  shared ??= startOwnCluster();
  const cluster = await shared;
  const made: ConnectionParameters[] = [];
  return {
    ...cluster,
    async createDatabase(template) {
      const connection = await cluster.createDatabase(template);
      made.push(connection);
      return connection;
    },
    async stop() {
      for (const connection of made) await cluster.dropDatabase(connection);
    },
  };
}

/** In a temporary folder, without fsync, because no data must survive. */
export async function startOwnCluster(): Promise<Cluster> {
  const given = namedDatabase();
  const server: Server = given
    ? { connection: parseDatabaseUrl(given), stop: async () => {} }
    : await startTemporary();
  const admin = new Client(toClientConfig(server.connection));
  // A test may kill every session, including this one.
  admin.on('error', () => {});
  await admin.connect();
  // An external server may contain databases of other runs.
  const prefix = given ? `run_${randomBytes(4).toString('hex')}` : 'run';
  const made: string[] = [];
  const templates = new Map<string, Promise<string>>();
  let count = 0;
  // One at a time, because of two concurrent CREATE DATABASE from one template one fails.
  let queue: Promise<unknown> = Promise.resolve();

  function run(sql: string): Promise<unknown> {
    const done = queue.then(() => admin.query(sql));
    queue = done.catch(() => {});
    return done;
  }

  async function makeTemplate({ name, prepare }: Template): Promise<string> {
    const database = `${prefix}_template_${name}`;
    made.push(database);
    await run(`create database ${database}`);
    await prepare({ ...server.connection, database });
    return database;
  }

  return {
    connection: server.connection,
    async createDatabase(template) {
      const database = `${prefix}_${++count}`;
      made.push(database);
      if (template === undefined) {
        await run(`create database ${database}`);
        return { ...server.connection, database };
      }
      let source = templates.get(template.name);
      if (source === undefined) {
        source = makeTemplate(template);
        templates.set(template.name, source);
      }
      await run(`create database ${database} template ${await source} strategy file_copy`);
      return { ...server.connection, database };
    },
    async dropDatabase({ database }) {
      await run(`drop database if exists ${admin.escapeIdentifier(database)} with (force)`);
    },
    async stop() {
      if (given) for (const database of made) await run(`drop database if exists ${database} with (force)`);
      await admin.end();
      await server.stop();
    },
  };
}

async function startTemporary(): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cluster-'));
  // If this runs as root, the database's user must be able to enter the folder; otherwise the cluster would be under
  // /var/lib and stay there.
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711);
  await fillWithPristine(dataDir);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const { connection, stop } = await startEmbeddedServer({ dataDir, settings });
  return {
    connection,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
