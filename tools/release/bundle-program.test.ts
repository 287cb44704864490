import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductProgram } from '@fairlead/backend/testing';
import { findFreePort } from '../../e2e/product/product.ts';
import { projectRoot } from '../../server/project-root.ts';
import { bundleProgram } from './bundle-program.ts';

// Beside the packages that are not bundled, at the depth of the bundle of a release.
const folder = join(projectRoot, 'build', `program-${process.pid}`);
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'bundled-'));
  await bundleProgram(projectRoot, folder, '../..');
});
afterAll(() => {
  for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true });
});

/** With the settings of a release, whose file is not there. */
function startBundle(args: string[], environment: Record<string, string> = {}) {
  return startProductProgram([join(folder, 'installed.js'), ...args], { DATA_DIR: dataDir, ...environment });
}

test('each part of the bundled program loads, also those that are loaded when first used', async () => {
  const parts = readdirSync(folder).filter((name) => name !== 'installed.js');
  expect(parts.length).toBeGreaterThan(20);
  const loadAll = `for (const part of ${JSON.stringify(parts)})
    await import(${JSON.stringify(`${folder}/`)} + part).catch((error) => console.log(part, error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', loadAll]);
  expect(stdout).toBe('');
});

test('the bundled program serves pages, the protocol, functions and share images, and its commands find it', async () => {
  const port = String(await findFreePort());
  const server = startBundle(['start'], { PORT: port });
  const url = `http://localhost:${port}`;
  try {
    await expect
      .poll(async () => (await fetch(url).catch(() => null))?.status, { timeout: 60_000 })
      .toBe(200);
    const home = await (await fetch(url)).text();
    const [, image = ''] = /og:image" content="https?:\/\/[^/]+(\/share\/[^"]+)/.exec(home) ?? [];
    for (const path of ['/services', image, '/auth/v1/health', '/readyz'])
      expect((await fetch(url + path)).status, path).toBe(200);
    expect((await fetch(`${url}/rest/v1/services`)).status).toBe(401);
    // The function's own answer, in its process: its secret is not set.
    const called = await fetch(`${url}/functions/v1/stripe-webhook`, { method: 'POST', body: '{}' });
    expect(called.status).toBe(501);
    const status = startBundle(['status']);
    expect(await status.exited).toBe(0);
    expect(status.standardOutput()).toContain('API_URL=');
  } finally {
    await server.stop();
  }
  expect(existsSync(join(dataDir, 'keys.json'))).toBe(true);
}, 120_000);
