import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDataFolder } from './check-data-folder.ts';

const isRoot = process.getuid?.() === 0;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-data-'));
  chmodSync(folder, 0o700);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(isRoot)('B-282 a read-only file system is named, also that of a folder within', () => {
  const script = `
    const { checkDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'check-data-folder.ts'))});
    console.log(JSON.stringify(checkDataFolder(process.argv[1])));`;
  mkdirSync(join(folder, 'storage'));
  for (const mounted of [folder, join(folder, 'storage')]) {
    const output = execFileSync(
      'unshare',
      [
        '--mount',
        'sh',
        '-c',
        'mount -t tmpfs -o ro,mode=700 none "$1" && shift && exec "$@"',
        'sh',
        mounted,
      ].concat(process.execPath, '--input-type=module', '-e', script, folder),
      { encoding: 'utf8' },
    );
    const found = (JSON.parse(output) as { what: string; finding: string; fix: string }[]).filter(
      // Databases of other data folders may be on this machine.
      ({ what }) => what === 'disk',
    );
    expect(found).toMatchObject([
      { what: 'disk', finding: expect.stringContaining(`${mounted} is on a read-only file system`) },
    ]);
    expect(found[0]?.fix).not.toContain('DATABASE_URL');
  }
});

test.runIf(isRoot)('B-282 files of another owner than the folder are named with the fix', () => {
  const own = 65_534;
  mkdirSync(join(folder, 'storage'));
  for (const path of ['', 'storage', 'keys.json', 'storage/backup-folder.json']) {
    const whole = join(folder, path);
    if (path.endsWith('.json')) writeFileSync(whole, '{}', { mode: 0o600 });
    chownSync(whole, own, own);
  }
  const owners = () =>
    checkDataFolder(folder)
      .filter(({ what }) => what === 'owner')
      .slice(1);
  expect(owners()).toEqual([]);
  chownSync(join(folder, 'storage/backup-folder.json'), 0, 0);
  expect(owners()).toEqual([
    {
      what: 'owner',
      finding: expect.stringMatching(
        /backup-folder\.json in \S+ belongs to user 0, but the folder belongs to user 65534/,
      ),
      fix: `sudo chown -R ${own}:${own} ${folder}`,
    },
  ]);
  chownSync(join(folder, 'keys.json'), 0, 0);
  expect(owners()[0]?.finding).toMatch(/keys\.json and 1 more/);
});
