import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveForTest } from './serve-for-test.fixture.ts';
import { openStaticFiles } from './static-files.ts';
import { sendStoredResponse, createStoredResponse } from './stored-response.ts';

test('the files of the start are served, also those that a build has removed since; no other path is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'kept.txt'), 'kept');
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'gone.js'), 'gone()');
  const files = openStaticFiles(folder, {});
  rmSync(folder, { recursive: true });
  const send = await serveForTest((request, response) => {
    if (!files.respond(request, response)) response.writeHead(404).end();
  });
  const ask = async (path: string, method = 'GET', headers = {}) => {
    const { status, text } = await send(path, { method, headers });
    return `${status} ${text}`;
  };
  expect(await ask('/assets/gone.js')).toBe('200 gone()');
  expect(await ask('/kept.txt?v=1', 'GET', { range: 'bytes=0-1' })).toBe('200 kept');
  expect(await ask('/kept.txt', 'HEAD')).toBe('200 ');
  for (const path of [
    '/assets',
    '/assets/',
    '/assets/x.js',
    '/assets/../kept.txt',
    '/%2e%2e%2fkept.txt',
    '/kept.txt%00',
    '/kept.txt/',
    '//kept.txt',
    '/%',
  ])
    expect([path, await ask(path)]).toEqual([path, '404 ']);
  expect(await ask('/kept.txt', 'POST')).toBe('404 ');
});

test('a list of tags takes time linear in its length', async () => {
  const stored = await createStoredResponse(Buffer.from('page'), { 'content-type': 'text/html' });
  const sent: number[] = [];
  const response = { writeHead: (status: number) => sent.push(status), end() {} };
  const etag = stored.variants.identity?.etag;
  const began = performance.now();
  for (const tags of [`"a"${' '.repeat(300_000)}"b"`, `"a" ,  W/${etag}`]) {
    sendStoredResponse({ headers: { 'if-none-match': tags } } as never, response as never, stored);
  }
  expect(sent).toEqual([200, 304]);
  expect(performance.now() - began).toBeLessThan(10_000);
});
