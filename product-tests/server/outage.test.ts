import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { findDatabaseUrl } from '../../e2e/product/find-database-url.ts';
import { expect, test } from '../fixture.ts';
import { findFreePort, startProduct, type Product } from '../../e2e/product/product.ts';

/** A proxy to a database, which a test may interrupt. */
async function startWay(product: Product) {
  const database = new URL(await findDatabaseUrl(product));
  const folder = database.searchParams.get('host') ?? '';
  const path = join(folder, `.s.PGSQL.${database.searchParams.get('port') ?? 5432}`);
  const sockets = new Set<Socket>();
  const port = await findFreePort();
  const way = createServer((near) => {
    const far = connect(path);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  const open = () => new Promise<void>((resolve) => way.listen(port, '127.0.0.1', resolve));
  await open();
  function cut(): void {
    way.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }
  return {
    url: `postgresql://${database.username}:${database.password}@127.0.0.1:${port}${database.pathname}`,
    open,
    cut,
  };
}

/** Its log lines, which is all output except the banner. */
function linesOf(product: Product): Record<string, unknown>[] {
  const [, log = ''] = product.output().split(/Owner .*\n(?: {13}.*\n)?\n/);
  return log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('without a database pages show that they will be back, and the log is JSON and short @audit', async ({
  ownProduct,
}) => {
  const way = await startWay(ownProduct);
  const product = await startProduct({ DATABASE_URL: way.url });
  const get = (path: string) => fetch(`${product.url}${path}`, { redirect: 'manual' });
  try {
    expect((await get('/services')).status).toBe(200);
    way.cut();
    for (const path of [
      '/apps',
      '/resources/no-such-article',
      '/sitemap.xml',
      '/resources/feed.xml',
      '/privacy',
      '/book',
      '/book/of-nobody',
    ]) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5']);
    }
    const page = await get('/apps');
    const html = await page.text();
    expect(html).toContain('<h1');
    expect(html).toMatch(/We(&#x27;|')ll be right back/);
    expect(html).not.toMatch(/ECONN|database|Error:/);
    expect(page.headers.get('cache-control')).toContain('no-store');
    // A cached page needs no database.
    await Promise.all(Array.from({ length: 100 }, () => get('/resources')));
    await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/%zz${index}`)));
    const posted = await fetch(`${product.url}/contact`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ana Roy', email: 'ana@roy.example', message: 'Kept?' }),
    });
    expect(await posted.text()).toContain('Kept?');
    const lines = linesOf(product);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(40);
    for (const line of lines) {
      expect(line).toMatchObject({
        at: expect.any(String),
        level: expect.any(String),
        event: expect.any(String),
      });
      expect(JSON.stringify(line).length).toBeLessThan(1_500);
    }
    expect(JSON.stringify(lines)).not.toMatch(/roy\.example|Kept\?/);
    await way.open();
    await expect.poll(async () => (await get('/apps')).status).toBe(200);
  } finally {
    way.cut();
    await product.stop();
  }
  // The last counts are written at shutdown.
  expect(linesOf(product).some(({ repeated }) => Number(repeated) > 0)).toBe(true);
});
