import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../project-root.ts';
import { nodeFlags } from './node-flags.mjs';

test('a release and the container start Node with the flags of a checkout', () => {
  const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
  expect(read('fairlead')).toContain(`exec "$node" ${nodeFlags.join(' ')} "$here/program/installed.js"`);
  expect(read('deploy/container/Containerfile')).toContain(
    `ENTRYPOINT ${JSON.stringify(['/fairlead/node', ...nodeFlags, '/fairlead/program/installed.js']).replaceAll(',', ', ')}`,
  );
});
