import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recordBackupStatus } from '../backup/backup-status.ts';
import { readConfig } from '../settings/config.ts';
import { diskSpace, isDiskLow } from './disk-space.ts';
import { lastBackup } from './last-backup.ts';
import { probes } from './probes.ts';

const gigabyte = 1_000_000_000;

function configure() {
  const dataDir = mkdtempSync(join(tmpdir(), 'probes-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return readConfig({ DATA_DIR: dataDir });
}

test.each([
  ['a large disk with 2 GB left', 2, 500, false],
  ['a large disk with less', 1.9, 500, true],
  ['a disk of 10 GB with a tenth of it left', 1, 10, false],
  ['a disk of 10 GB with less', 0.9, 10, true],
])(
  'B-449 %s is low for the doctor, the health card and the metrics alike, or for none',
  (_, free, size, isLow) => {
    const disk = { freeBytes: free * gigabyte, sizeBytes: size * gigabyte };
    expect(isDiskLow(disk)).toBe(isLow);
    expect(diskSpace.judge(disk, configure())).toHaveLength(Number(isLow));
    const gauge = diskSpace.gauges.find(({ name }) => name === 'disk_low');
    expect(gauge?.value(disk)).toBe(Number(isLow));
  },
);

test('B-449 the doctor says how much must be freed', () => {
  const disk = { freeBytes: 0.5 * gigabyte, sizeBytes: 500 * gigabyte };
  expect(diskSpace.judge(disk, configure())).toMatchObject([
    {
      what: 'disk',
      finding: expect.stringMatching(/^500 MB left for /),
      fix: expect.stringMatching(/^free up at least 1500 MB /),
    },
  ]);
});

test('B-449 a folder that is not there has no readings and no findings; without a backup its gauges are absent', async () => {
  const config = configure();
  expect([...(await lastBackup.readGauges(config))]).toEqual([]);
  recordBackupStatus(config.DATA_DIR, { failed: { at: '2026-11-28T03:30:00.000Z', message: 'full' } });
  expect(Object.fromEntries(await lastBackup.readGauges(config))).toEqual({ backup_failed: 1 });
  const gone = { ...config, DATA_DIR: join(config.DATA_DIR, 'gone') };
  for (const probe of probes.dataFolder) {
    expect(await probe.findProblems(gone)).toEqual([]);
    expect([...(await probe.readGauges(gone))]).toEqual([]);
  }
});

test('B-449 each probe and each of its metrics has a name of its own', () => {
  const all = Object.values(probes).flat();
  const names = [
    ...all.map(({ name }) => name),
    ...all.flatMap(({ gauges }) => gauges.map(({ name }) => name)),
  ];
  expect(new Set(names).size).toBe(names.length);
});
