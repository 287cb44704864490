import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { startUpdateChecks } from './start-update-checks.ts';
import { compareVersions, readUpdateStatus } from './update-status.ts';

let feed: Server;
let body = '';
let requests = 0;
let UPDATE_FEED = '';
let DATA_DIR = '';

beforeEach(async () => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'fairlead-updates-'));
  requests = 0;
  feed = createServer((_request, response) => {
    requests += 1;
    response.end(body);
  }).listen(0, '127.0.0.1');
  await once(feed, 'listening');
  UPDATE_FEED = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/feed.json`;
});

afterEach(() => {
  feed.close();
  rmSync(DATA_DIR, { recursive: true });
});

function items(...versions: string[]): string {
  const tags = (version: string) => (version.startsWith('0.2') ? ['security'] : []);
  return JSON.stringify({ items: versions.map((title) => ({ title, tags: tags(title) })) });
}

test('the newest version is read once a day, and whether one since the running fixes a vulnerability', async () => {
  body = items('0.1.0', '0.10.0', '0.2.0', 'not a version');
  const config = readConfig({ UPDATE_FEED, DATA_DIR });
  const stop = startUpdateChecks(config, 0);
  await expect.poll(() => readUpdateStatus(DATA_DIR, '0.1.0').newest).toBe('0.10.0');
  stop();
  expect(readUpdateStatus(DATA_DIR, '0.1.0').security).toBe(true);
  expect(readUpdateStatus(DATA_DIR, '0.2.0').security).toBe(false);
  expect(readUpdateStatus(DATA_DIR, '0.11.0')).toMatchObject({ newest: '0.10.0', security: false });

  // A restart on the same day does not read it again.
  const stopSecond = startUpdateChecks(config, 0);
  await once(feed.close(), 'close');
  stopSecond();
  expect(requests).toBe(1);
});

test('what is no feed changes nothing, and nothing is read unless UPDATE_FEED is set', async () => {
  body = '<html>';
  startUpdateChecks(readConfig({ DATA_DIR }), 0)();
  const stop = startUpdateChecks(readConfig({ UPDATE_FEED, DATA_DIR }), 0);
  await expect.poll(() => requests).toBe(1);
  stop();
  expect(readUpdateStatus(DATA_DIR, '0.1.0')).toEqual({
    running: '0.1.0',
    newest: null,
    security: false,
    checkedAt: null,
  });
});

test('the feed is read over HTTPS, or from this machine', () => {
  expect(() => readConfig({ UPDATE_FEED: 'http://example.com/feed.json' })).toThrow(/^UPDATE_FEED: .*https/);
  expect(readConfig({ UPDATE_FEED: 'https://example.com/feed.json' }).UPDATE_FEED).toBeTruthy();
});

test('versions are compared by number', () => {
  expect(compareVersions('0.10.0', '0.9.9')).toBeGreaterThan(0);
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
});
