import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCommand } from '../../e2e/product/command.ts';
import { removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { afterEach, beforeEach } from 'vitest';
import { describe, expect, test } from '../fixture.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = temporaryFolder();
});
afterEach(() => removeFolder(dataDir));

describe('the small verbs', () => {
  test('find the running server on any port, and print its URL @audit', async ({ product }) => {
    const environment = { DATA_DIR: product.dataDir };
    const status = startCommand(['server/commands/main.ts', 'status'], environment);
    expect(await status.exited).toBe(0);
    expect(status.output()).toContain(`API_URL=${product.url}\n`);
    expect(status.output()).not.toContain('no server is running');
    const help = startCommand(['server/commands/main.ts', 'status', '--help'], environment);
    expect(await help.exited).toBe(0);
    expect(help.output()).toMatch(/^Usage: \.\/fairlead status/);
    expect(help.output()).not.toContain(product.secretKey);
    const stopped = startCommand(['server/commands/main.ts', 'status'], { DATA_DIR: dataDir });
    expect(await stopped.exited).toBe(0);
    expect(stopped.output()).toContain(`no server is running on ${dataDir}`);
    expect(JSON.parse(readFileSync(join(product.dataDir, 'running.json'), 'utf8'))).toMatchObject({
      pid: product.process.pid,
      siteUrl: product.url,
    });
  });
});
