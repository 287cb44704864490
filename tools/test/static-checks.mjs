import { join } from 'node:path';
import { installationRoot } from '../../server/commands/project-root.mjs';
import { pinnedEnvironment } from '../setup/pinned-node.mjs';
import { runChild } from '../setup/run-child.mjs';

/** Formatting, lint, types and unused code. Runs all of them; resolves to the number that failed. */
export async function runStaticChecks(env = pinnedEnvironment()) {
  const run = async (tool, args, cwd = installationRoot) => {
    const { code } = await runChild(join(installationRoot, 'node_modules/.bin', tool), args, { cwd, env });
    return code === 0 ? 0 : 1;
  };
  // Two at a time, because each of them has one thread.
  const siteTypes = async () =>
    (await run('react-router', ['typegen'], join(installationRoot, 'site'))) || run('tsc', ['-p', 'site']);
  const otherTypes = async () => {
    let failed = 0;
    for (const part of ['backend', 'mail-reader', '.']) failed += await run('tsc', ['-p', part]);
    return failed;
  };
  const quick = (await run('oxfmt', ['--check', '.'])) + (await run('oxlint', ['--deny-warnings']));
  const types = await Promise.all([siteTypes(), otherTypes()]);
  return quick + types[0] + types[1] + (await run('knip', []));
}
