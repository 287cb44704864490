import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { dataFolderErasureRules } from './data-folder-erasure-rules.ts';

test('B-70 every file and folder of a data folder is listed with how an erasure reaches it', () => {
  const bounds = readFileSync(join(projectRoot, 'docs/bounds.md'), 'utf8');
  const [, files = ''] = /## Files of a data folder\n([\s\S]*?)\n## /.exec(bounds) ?? [];
  const named = [...files.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(Object.keys(dataFolderErasureRules).toSorted());
});
