import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openStaticFiles } from './static-files.ts';
import { sendAnswer, storeAnswer } from './stored-answer.ts';

test('only files of the built folder are answered, and one that is gone fails alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'kept.txt'), 'kept');
  writeFileSync(join(folder, 'gone.txt'), 'gone');
  const files = openStaticFiles(folder, {});
  rmSync(join(folder, 'gone.txt'));
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
  const server = createServer((request, response) => {
    if (!files.answer(request, response)) response.writeHead(404).end();
  });
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const statusOf = async (path: string) => (await fetch(origin + path)).status;
    expect(await statusOf('/gone.txt')).toBe(500);
    expect(await statusOf('/kept.txt?v=1')).toBe(200);
    expect(await statusOf('/%2e%2e%2fkept.txt')).toBe(404);
    expect(complaint).toHaveBeenCalledOnce();
  } finally {
    complaint.mockRestore();
    server.close();
    rmSync(folder, { recursive: true });
  }
});

test('a list of tags costs no more than its length', async () => {
  const answer = await storeAnswer(Buffer.from('page'), { 'content-type': 'text/html' });
  const sent: number[] = [];
  const response = { writeHead: (status: number) => sent.push(status), end() {} };
  const etag = answer.variants.identity?.etag;
  const began = performance.now();
  for (const tags of [`"a"${' '.repeat(300_000)}"b"`, `"a" ,  W/${etag}`]) {
    sendAnswer({ headers: { 'if-none-match': tags } } as never, response as never, answer);
  }
  expect(sent).toEqual([200, 304]);
  expect(performance.now() - began).toBeLessThan(10_000);
});
