import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { removeFolder } from '@fairlead/backend/testing';
import { expect, test } from '../product/fixture.ts';
import { startProduct } from '../product/product.ts';

/** Uses node:http, because fetch would normalise the path. */
function get(port: string, path: string): Promise<{ status: number; headers: string; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: `localhost:${port}`, origin: `http://localhost:${Number(port) + 1}` };
    request({ port, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders.join('\n'), text }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** The forms in which a URL may name a file to Vite. */
function addressesOf(file: string): string[] {
  const inside = file.slice(projectRoot.length + 1);
  const paths = [
    `/@fs${file}`,
    `/@fs/${file}`,
    `/@fs${file.replaceAll('/', '%2f').replace('%2f', '/')}`,
    `/@fs${projectRoot}/site/app/%2e%2e/%2e%2e/${inside}`,
    `/@fs${projectRoot}/node_modules/@fairlead/site/../${inside}`,
    `/@fs${projectRoot}/node_modules/@fairlead/${inside}`,
    `/../${inside}`,
    `/%2e%2e/${inside}`,
    `/@id/${file}`,
    file,
  ];
  const queries = [
    '',
    '?raw',
    '?import&raw',
    '?url',
    '?import',
    '?inline-script',
    '?import&url&inline',
    '?import&raw??',
  ];
  return paths.flatMap((path) => queries.map((query) => path + query));
}

test('the development server serves what pages import, and no key, whatever the address @audit', async ({
  page,
}) => {
  const ignored = join(projectRoot, 'test-results');
  mkdirSync(ignored, { recursive: true });
  const dataDir = join(ignored, 'development [data]');
  rmSync(dataDir, { recursive: true, force: true });
  const product = await startProduct({ NODE_ENV: 'development' }, dataDir, [
    'tools/setup/checkout.mjs',
    'dev',
  ]);
  const secretFiles = {
    [join(ignored, '.env')]: 'PASSWORD=only-for-functions',
    [join(ignored, 'other.sql')]: 'not a page',
  };
  for (const [file, text] of Object.entries(secretFiles)) writeFileSync(file, text);
  try {
    const { port } = new URL(product.url);
    const { jwtSecret } = JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as {
      jwtSecret: string;
    };
    const { password } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as {
      password: string;
    };
    const files = ['keys.json', 'database.json'].map((name) => join(dataDir, name));
    const exposed: string[] = [];
    for (const path of [...files, ...Object.keys(secretFiles), join(projectRoot, '.git')].flatMap(
      addressesOf,
    )) {
      const { headers, text } = await get(port, encodeURI(path).replaceAll('%25', '%'));
      const base64 = (secret: string) => Buffer.from(secret).toString('base64').slice(4, -4);
      const secrets = [
        jwtSecret,
        password,
        'only-for-functions',
        'not a page',
        'gitdir',
        base64('gitdir: /'),
      ];
      if (secrets.some((secret) => text.includes(secret)) || text.includes('base64,')) exposed.push(path);
      if (/access-control-allow-origin/i.test(headers)) exposed.push(`${path} to another origin`);
    }
    expect(exposed).toEqual([]);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${product.url}/contact`);
    await page.getByLabel('Name').fill('Ana');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA');
    await page.goto(`${product.url}/auth`);
    await expect(page.getByRole('button', { name: /sign in/i }).first()).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  } finally {
    await product.stop();
    removeFolder(dataDir);
    for (const file of Object.keys(secretFiles)) rmSync(file);
  }
});
