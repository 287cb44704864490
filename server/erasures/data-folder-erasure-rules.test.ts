import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';

/**
 * How an erasure affects each part of a data folder (private.personal_data declares it for the columns of the
 * database): `database`, its tables are erased; `swept`, files that name the person are deleted; `content`, staff put
 * it there and remove it; `expires`, it is deleted automatically after a time or above a size; `none`, it cannot name
 * a person.
 */
const dataFolderErasureRules: Record<string, 'database' | 'swept' | 'content' | 'expires' | 'none'> = {
  postgres: 'database',
  'postgres.new': 'database',
  // The database as it was before an upgrade, kept 14 days; if the upgrade is undone, the erasures are applied again.
  'before-upgrade': 'expires',
  'keys.json.before-upgrade': 'none',
  mail: 'swept',
  // Pictures of pages and of accounts.
  storage: 'content',
  // Errors of statements, at most 5 MB, without their values.
  'postgres.log': 'expires',
  // Keyed hashes; kept so that erased persons do not return with a restored backup.
  'erasures.jsonl': 'none',
  socket: 'none',
  'database.json': 'none',
  'keys.json': 'none',
  'upgrade.json': 'none',
  'running.json': 'none',
  'restore.json': 'none',
  // An empty database with the program's migrations, while a restore compares its own with it.
  'expected-code': 'none',
  'server.lock': 'none',
  'server.pid': 'none',
  'backup-result.json': 'none',
  'log-archive.json': 'none',
  'log-archive-result.json': 'none',
  'backup-problem-mailed': 'none',
  'mail-attempts.json': 'none',
  'mail-in.json': 'none',
  'updates.json': 'none',
  'dkim-SELECTOR.pem': 'none',
};

test('B-70 every file and folder of a data folder is listed with how an erasure reaches it', () => {
  const bounds = readFileSync(join(projectRoot, 'docs/bounds.md'), 'utf8');
  const [, files = ''] = /## Files of a data folder\n([\s\S]*?)\n## /.exec(bounds) ?? [];
  const named = [...files.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(Object.keys(dataFolderErasureRules).toSorted());
});
