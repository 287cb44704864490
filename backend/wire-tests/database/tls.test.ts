// Tests DATABASE_URL with TLS, which must use the client's own socket class.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toClientConfig, parseDatabaseUrl } from '../../src/database/connection-parameters.ts';
import { toDatabaseClient, DatabaseClient } from '../../src/database/database-client.ts';
import { migrateDatabase } from '../../src/database/migrate-database.ts';
import { createPool } from '../../src/database/pool.ts';
import { startCluster } from '../cluster.ts';
import { setUp, setUpFolder } from '../set-up.ts';
import { hasOpenssl, makeCertificate, startTlsProxy, type TlsProxy } from '../start-tls-proxy.ts';

const folder = setUpFolder();
const cluster = setUp(startCluster);
let proxy: TlsProxy;
let trusted: string;
let base: string;

describe.skipIf(!hasOpenssl)('a DATABASE_URL with TLS', () => {
  beforeAll(async () => {
    const connection = await cluster.createDatabase();
    trusted = makeCertificate(folder, 'trusted');
    proxy = await startTlsProxy(connection, trusted);
    const { user, password, database } = connection;
    base = `postgres://${user}:${encodeURIComponent(password)}@localhost:${proxy.port}/${database}`;
  });
  afterAll(() => proxy.close());

  test.each(['verify-full', 'require'])(
    'with sslmode=%s and the CA, queries, pipelines and batches work, also after a destroyed socket',
    async (mode) => {
      const warnings: Error[] = [];
      const onWarning = (warning: Error) => warnings.push(warning);
      process.on('warning', onWarning);
      const pool = createPool(parseDatabaseUrl(`${base}?sslmode=${mode}&sslrootcert=${trusted}`), { max: 1 });
      const pooled = await pool.connect();
      const client = toDatabaseClient(pooled);
      const text = 'é'.repeat(300_000);
      const results = await client.batch(() =>
        Promise.all([1, 2, 3].map((part) => client.query('select $1::text || $2 as text', [text, part]))),
      );
      expect(results.map(({ rows }) => rows)).toEqual([1, 2, 3].map((part) => [{ text: `${text}${part}` }]));
      const stuck = expect(client.query('select pg_sleep(60)')).rejects.toThrow('Connection terminated');
      client.destroy();
      await stuck;
      pooled.release(true);
      await pool.end();
      process.off('warning', onWarning);
      expect(warnings).toEqual([]);
      expect(proxy.protocols).toContain('TLSv1.3');
    },
  );

  test('sslmode=no-verify encrypts without a CA', async () => {
    const client = new DatabaseClient(toClientConfig(parseDatabaseUrl(`${base}?sslmode=no-verify`)));
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.close();
  });

  test('a wrong CA, a wrong host, no TLS and a missing file are each reported in one line with the fix', async () => {
    const other = makeCertificate(folder, 'other');
    const plain = await startTlsProxy(cluster.connection, null);
    const reasonOf = (url: string) =>
      Promise.resolve()
        .then(() => migrateDatabase(parseDatabaseUrl(url), []))
        .catch((error: Error) => error.message);
    const untrusted =
      /^The database cannot be reached: its certificate is not trusted \([A-Z_]+\); add sslmode=verify-full&sslrootcert=FILE with its CA, or sslmode=no-verify to encrypt without checking it$/;
    expect(await reasonOf(`${base}?sslmode=verify-full&sslrootcert=${other}`)).toMatch(untrusted);
    expect(await reasonOf(`${base}?sslmode=require`)).toMatch(untrusted);
    const byAddress = base.replace('@localhost', '@127.0.0.1');
    expect(await reasonOf(`${byAddress}?sslmode=verify-full&sslrootcert=${trusted}`)).toMatch(
      /^The database cannot be reached: Hostname\/IP does not match certificate's altnames: .*$/,
    );
    const declined = base.replace(`:${proxy.port}`, `:${plain.port}`);
    expect(await reasonOf(`${declined}?sslmode=require`)).toBe(
      'The database cannot be reached: The server does not support SSL connections',
    );
    expect(await reasonOf(`${base}?sslmode=verify-full&sslrootcert=${folder}/none.crt`)).toBe(
      `DATABASE_URL names a file that cannot be read: ${folder}/none.crt (ENOENT)`,
    );
    await plain.close();
  });
});
