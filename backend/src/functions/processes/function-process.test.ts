import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { forEachLine } from './function-process.ts';

test('lines are reported complete, however they are split; of one that is too long only the beginning', async () => {
  const stream = new PassThrough();
  const lines: string[] = [];
  forEachLine(stream, 10, (line) => lines.push(line));
  for (const chunk of ['one\r', '\ntw', 'o\n\nthree\n', 'x'.repeat(1_000_000), 'y\n']) stream.write(chunk);
  stream.end('last');
  await finished(stream);
  expect(lines).toEqual(['one', 'two', '', 'three', 'xxxxxxxxxx', 'last']);
});
