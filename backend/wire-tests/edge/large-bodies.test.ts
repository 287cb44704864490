import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWireServer } from '../server.ts';
import { folderForTest, setUp } from '../set-up.ts';

const server = setUp(() =>
  startWireServer({
    migrationsSql: `
      create function public.size_of_bytes(bytea) returns int language sql as 'select length($1)';
      create function public.size_of_text(text) returns int language sql as 'select length($1)';
    `,
  }),
);

/**
 * The processor time of the longest step of this thread, during which no other request is served. Another process sends
 * the body, and unlike a duration, this does not depend on what else the machine does.
 */
async function measureLongestStep(path: string, type: string, file: string): Promise<number> {
  const headers = ['-H', `content-type: ${type}`, '-H', `apikey: ${server.secretKey}`, '-H', 'expect:'];
  const sender = spawn('curl', ['-sS', ...headers, '--data-binary', `@${file}`, server.url + path]);
  let response = '';
  sender.stdout.on('data', (data: Buffer) => (response += data.toString()));
  let longest = 0;
  let last = process.threadCpuUsage();
  let isDone = false;
  const sample = (): void => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
    if (!isDone) setImmediate(sample);
  };
  sample();
  await once(sender, 'close');
  isDone = true;
  expect(response).toBe('19000000');
  return longest;
}

test(
  'B-402 a large binary body blocks other requests hardly longer than a text of its size',
  { timeout: 180_000 },
  async () => {
    const file = join(folderForTest(), 'body');
    writeFileSync(file, Buffer.alloc(19_000_000, 'x'));
    const texts: number[] = [];
    const bytes: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      texts.push(await measureLongestStep('/rest/v1/rpc/size_of_text', 'text/plain', file));
      bytes.push(await measureLongestStep('/rest/v1/rpc/size_of_bytes', 'application/octet-stream', file));
    }
    // As base64 it was four times as long.
    expect(Math.min(...bytes)).toBeLessThan(2 * Math.min(...texts));
  },
);
