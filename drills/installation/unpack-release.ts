import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { programVersion } from '../../server/program-version.ts';
import { projectRoot } from '../../server/project-root.ts';

/** Checks the sum and unpacks what `npm run release` made last. Returns the folder. */
export function unpackRelease(into: string): string {
  const name = `fairlead-${programVersion()}-linux-${process.arch}`;
  const made = join(projectRoot, 'build/release');
  if (!existsSync(join(made, `${name}.tar.gz`))) throw new Error('there is no release: npm run release');
  execFileSync('sha256sum', ['--check', '--quiet', `${name}.tar.gz.sha256`], { cwd: made });
  execFileSync('tar', ['-xzf', join(made, `${name}.tar.gz`), '-C', into]);
  return join(into, name);
}
