import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareReleaseVersions } from '@fairlead/backend/database';
import { readProgramVersion } from './read-program-version.ts';
import { projectRoot } from '../project-root.ts';

test.skipIf(!existsSync(join(projectRoot, '.git')))(
  'B-219 the version carries the date and the commit of the checkout',
  () => {
    const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    expect(readProgramVersion()).toMatch(new RegExp(`^\\d+\\.\\d+\\.\\d+\\+20\\d{6}\\.${commit.trim()}$`));
  },
);

test('versions are in the order of their numbers, then of their dates', () => {
  const ordered = [
    '0.1.0',
    '0.1.0+20261124.ffffffff',
    '0.1.0+20261125.00000000',
    '0.2.0+20261001.abcdef01',
    '0.10.0',
    '1.0.0',
  ];
  expect(ordered.toReversed().toSorted(compareReleaseVersions)).toEqual(ordered);
  expect(compareReleaseVersions('0.1.0+20261125.00000000', '0.1.0+20261125.ffffffff')).toBe(0);
});
