import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConnectionParameters, createPool } from '@fairlead/backend/database';
import { startCluster } from '@fairlead/backend/testing';
import { setUp, setUpFolder } from '@fairlead/backend/testing/set-up';
import { publicPageTables } from '../../site/app/content/public-page-tables.ts';
import { pageCacheKey } from '../../site/server/page-key.ts';
import { productTemplate } from '../../supabase/tests/test-database.ts';
import { agencyTables, readAgencyRecord } from '../agency/create-agency-source.ts';
import { connectBackendToDatabase, type ConnectedBackend } from '../boot/connect-backend.ts';
import { readConfig } from '../settings/config.ts';
import { loadBuiltRouter } from './built-site.ts';
import { createPageRenderer } from './create-page-renderer.ts';
import { routePaths } from './route-paths.fixture.ts';

const keys = { jwtSecret: 'x'.repeat(40), publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' };
const siteUrl = 'http://localhost:3000';

const cluster = setUp(startCluster);
const folder = setUpFolder();
let connection: ConnectionParameters;
let database: ReturnType<typeof createPool>;

beforeAll(async () => {
  connection = await cluster.createDatabase(
    productTemplate(['seed.sql', 'sample-leads.sql', 'published-samples.sql']),
  );
  database = createPool(connection, { max: 1 });
});

afterAll(() => database.end());

function connect() {
  return connectBackendToDatabase(readConfig({ DATA_DIR: folder }), { connection, keys });
}

/** The tables that PostgreSQL read during `work`, including through embeds, views, functions and policies. */
async function tablesReadBy(work: (access: ConnectedBackend) => Promise<void>): Promise<string[]> {
  await database.query('select pg_stat_force_next_flush()');
  await database.query('select pg_stat_reset()');
  const connected = await connect();
  try {
    await work(connected);
  } finally {
    await connected.close();
  }
  // A session reports what it has read when it ends.
  await expect
    .poll(async () => {
      const sessions = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`;
      return (await database.query(sessions)).rowCount;
    })
    .toBe(0);
  const { rows } = await database.query<{ name: string }>(
    `select schemaname || '.' || relname as name from pg_stat_user_tables
      where seq_scan + coalesce(idx_scan, 0) > 0 and schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Crawls every address that the page cache may keep, starting from the routes. */
async function crawlPages(render: ReturnType<typeof createPageRenderer>): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const waiting = ['/', '/services/no-such-service', ...routePaths.filter((path) => /^[^:*]+$/.test(path))];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const key = pageCacheKey('GET', path);
    // One picture of each kind, because all are drawn by the same route.
    const group = key?.replace(/[^/]+\.(png|svg|ico|webp)$/, '*') ?? '';
    if (key === null || found.has(group) || /^\/(assets|storage)\//.test(path)) continue;
    const { status, body } = await render(new Request(siteUrl + key));
    found.set(group, status);
    const text = body.toString();
    for (const [, address = ''] of text.matchAll(/(?:(?:href|src)="|content="(?=http)|<loc>)([^"<]+)/g)) {
      const url = new URL(address.replaceAll('&amp;', '&'), siteUrl);
      if (url.origin === siteUrl) waiting.push(url.pathname + url.search);
    }
  }
  return found;
}

test('every table that a cached page reads is among those whose writes clear the cache, and no other', async () => {
  const { handle } = (await loadBuiltRouter())!;
  const config = readConfig({ DATA_DIR: folder, SITE_URL: siteUrl });
  const read = await tablesReadBy(async (connected) => {
    const pages = await crawlPages(createPageRenderer({ config, connected }, handle));
    expect([...pages.keys()]).toEqual(
      expect.arrayContaining([
        '/services?category=search',
        '/share/posts/*',
        '/resources/feed.xml',
        '/privacy',
      ]),
    );
    expect([...pages.values()].filter((status) => status >= 500)).toEqual([]);
  });
  expect(read).toEqual([...publicPageTables].toSorted());
});

test('every table that the details of the agency are read from makes the server read them again', async () => {
  const read = await tablesReadBy(async ({ access }) => {
    // Retried, because its time limit is too short for a database that was just opened.
    await expect.poll(() => readAgencyRecord(access).then(Boolean, () => false)).toBe(true);
  });
  expect(read).toEqual([...agencyTables].filter((table) => table !== '*').toSorted());
});
