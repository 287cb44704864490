// Returns the program's version with its commit date, commit hash.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';

let known: string | undefined;

/** With the date and the commit of its sources, such as 0.1.0+20261125.ae917859; a release has them in its manifest. */
export function readProgramVersion(): string {
  return (known ??= readVersion());
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (!existsSync(join(projectRoot, '.git'))) return version;
  try {
    const format = ['--format=%cd.%h', '--date=format:%Y%m%d', '--abbrev=8'];
    const commit = execFileSync('git', ['log', '-1', ...format], {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${version}+${commit.trim()}`;
  } catch {
    // Without git, or in a checkout that belongs to another user.
    return version;
  }
}
