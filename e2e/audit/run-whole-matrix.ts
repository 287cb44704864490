// `npm run audit -- tests`: runs every test, including those with `@audit` in their title, with every combination of
// its matrices and all rounds of generated input, for which `npm test` has no time.
import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../server/project-root.ts';
import { findHeadless } from '../product/find-chromium.mjs';

/** Runs a program of Node.js and returns how many failed. */
function run(program: string[], env = process.env): number {
  const { status } = spawnSync(process.execPath, program, { cwd: projectRoot, env, stdio: 'inherit' });
  return status === 0 ? 0 : 1;
}

/** Returns how many of the runs failed. */
export async function runWholeMatrix(): Promise<number> {
  const env = { ...process.env, MATRIX: 'whole', CHROME_PATH: findHeadless() ?? undefined };
  return (
    run(['node_modules/vitest/vitest.mjs', 'run'], env) +
    run(['node_modules/@playwright/test/cli.js', 'test'], env)
  );
}

/** Makes a release and tries it, so that one that has become too large is noticed. */
export async function runReleaseDrill(): Promise<number> {
  return run(['tools/setup/checkout.mjs', 'drill', 'release']);
}

/** Runs each bench in a short form, so that one that no longer runs is noticed. */
export async function tryBenches(): Promise<number> {
  return run(['tools/setup/checkout.mjs', 'bench'], { ...process.env, BENCH: 'trial' });
}
