// `npm run audit -- tests`: what `npm test` has no time for. Every test, those with `@audit` in their title too, with
// every combination of its matrices and all rounds of generated input.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { findHeadless } from '../product/find-chromium.mjs';

const runs: [path: string, args: string[]][] = [
  ['vitest/vitest.mjs', ['run']],
  ['@playwright/test/cli.js', ['test']],
];

/** Returns how many of the runs failed. */
export async function runWholeMatrix(): Promise<number> {
  const env = { ...process.env, MATRIX: 'whole', CHROME_PATH: findHeadless() ?? undefined };
  let failed = 0;
  for (const [path, args] of runs) {
    const tool = join(projectRoot, 'node_modules', path);
    const child = spawn(process.execPath, [tool, ...args], { cwd: projectRoot, env, stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) failed += 1;
  }
  return failed;
}

/** Makes a release and tries it, so that one that has become too large is noticed. */
export function runReleaseDrill(): Promise<number> {
  return runVerb(['drill', 'release']);
}

/** Each bench in a short form, so that one that no longer runs is noticed. */
export function tryBenches(): Promise<number> {
  return runVerb(['bench'], { BENCH: 'trial' });
}

async function runVerb(args: string[], environment: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [join(projectRoot, 'server/commands/main.ts'), ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? 0 : 1;
}
