import { randomBytes } from 'node:crypto';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { folderForTest } from '../../wire-tests/set-up.ts';
import { createArchiveWriter } from './archive-entries.ts';
import { testPassphrase } from './passphrase-check.ts';
import { Readable } from 'node:stream';

// Each passphrase costs 64 MiB and a moment.
vi.setConfig({ testTimeout: 120_000 });

const passphrase = 'a passphrase that is long';

/** Vitest fails a test whose stream emits an error that no one handles. */
test('B-275 a target that is full while a file is written ends the entry with its error', async () => {
  const file = join(folderForTest(), 'large');
  writeFileSync(file, randomBytes(20_000_000));
  const archive = await createArchiveWriter(createWriteStream('/dev/full'), passphrase);
  await expect(archive.addFile('large', file)).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(archive.finish()).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('B-275 a file that cannot be read ends the archive with its error', async () => {
  const target = new PassThrough();
  target.resume();
  const archive = await createArchiveWriter(target, passphrase);
  // Opens, and has a size, but cannot be read.
  await expect(archive.addFile('folder', folderForTest())).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(archive.addText('after', 'text')).rejects.toThrow();
});

test('B-276 the beginning of an archive tells which passphrase opens it', async () => {
  const target = new PassThrough();
  const archive = await createArchiveWriter(target, passphrase);
  const written = buffer(target);
  await archive.addText('one', 'text');
  await archive.finish();
  const content = await written;
  const verdicts = [
    [content, passphrase, 'opens'],
    [content, 'another passphrase', 'another passphrase'],
    [content.subarray(0, 40), passphrase, 'unreadable'],
    [Buffer.alloc(0), passphrase, 'unreadable'],
    [randomBytes(100_000), passphrase, 'unreadable'],
  ] as const;
  for (const [bytes, given, verdict] of verdicts)
    expect(await testPassphrase(Readable.from([bytes]), given)).toBe(verdict);
  const broken = new Readable({ read: () => broken.destroy(new Error('the network went away')) });
  await expect(testPassphrase(broken, passphrase)).rejects.toThrow('the network went away');
});
