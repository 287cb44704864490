import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { removeAbandonedVerificationFolders, withTemporaryDataDir } from './verify-backup.ts';

test('copies of killed processes are removed; one that is used and those of others stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'copies-'));
  vi.stubEnv('TMPDIR', folder);
  try {
    const longAgo = new Date(Date.now() - 60_000);
    for (const name of ['verify-backup-killed', 'verify-backup-begun', 'others']) {
      mkdirSync(join(folder, name, 'data'), { recursive: true });
      if (name !== 'verify-backup-begun') utimesSync(join(folder, name), longAgo, longAgo);
    }
    await withTemporaryDataDir(async (dataDir) => {
      utimesSync(join(dataDir, '..'), longAgo, longAgo);
      removeAbandonedVerificationFolders();
      expect(readdirSync(folder)).not.toContain('verify-backup-killed');
      expect(readdirSync(folder)).toHaveLength(3);
    });
    expect(readdirSync(folder)).toEqual(['others', 'verify-backup-begun']);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
