import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { jobs } from './jobs.ts';

const sources = globSync('server/**/*.ts', {
  cwd: projectRoot,
  exclude: (name) => /\.(test|fixture)\.ts$/.test(name),
});
const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

test('B-448 every job is in the registry, under the name of its file', () => {
  const declaring = sources
    .filter((file) => /^ {2}everyMs: /m.test(read(file)) && file !== 'server/jobs/start-job.ts')
    .map((file) => file.replace(/^server\/jobs\/|\.ts$/g, ''));
  expect(declaring.toSorted()).toEqual(jobs.map(({ name }) => name).toSorted());
});

test('B-448 nothing else in server/ runs at an interval', () => {
  expect(sources.filter((file) => /\bsetInterval\(/.test(read(file)))).toEqual([]);
});
