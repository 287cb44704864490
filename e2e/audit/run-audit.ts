// `npm run audit`: examines every combination of the matrix with axe, then runs the walks through other engines and the
// tests with their whole matrices; /accessibility shows the results. One part: `npm run audit -- matrix`, `-- engines`,
// `-- orca` (a screen reader), `-- translated` (presses everything on pages that the browser translates; `2/6` after it
// is the second of six parts), `-- tests`, `-- release` (makes one and tries it), `-- benches` (whether each still
// runs). `-- matrix /contact` examines one screen, and does not change the report.
import { execFileSync, spawnSync } from 'node:child_process';
import { projectRoot } from '../../server/project-root.ts';
import { findHeadlessBrowser } from '../product/find-chromium.mjs';
import { startProduct } from '../product/product.ts';
import { walkTranslated } from '../translated/walk-translated.ts';
import { walkEngines } from '../engines/walk-engines.ts';
import { walkOrca } from '../screen-reader/walk-orca.ts';
import { examineState, formatFaults, type ExaminationResult } from './examine.ts';
import { presentationsOf } from './presentation.ts';
import { createAuditReport, writeReport } from './report.ts';
import { selectStates, walkScreens } from './walk-screens.ts';

/** Examines all screens, or those at these paths: then no report is written. */
async function runMatrix(paths: readonly string[]): Promise<number> {
  if (paths.length === 0 && findUncommitted().length > 0)
    throw new Error(`commit ${findUncommitted()} first, because the report names the commit that it tested`);
  await using product = await startProduct();
  const looks: ExaminationResult[] = [];
  let version = '';
  const unopened = await walkScreens({
    product,
    choose: selectStates(paths),
    async visit(one, openContext, { isPublic = false }) {
      const context = await openContext();
      version = context.browser()?.version() ?? '';
      const scope = { enhanced: isPublic, measures: true };
      const found = await examineState(
        await context.newPage(),
        product,
        one,
        presentationsOf(one.state),
        scope,
      );
      looks.push(...found);
      for (const fault of formatFaults(found)) process.stdout.write(`  ${fault}\n`);
    },
  });
  if (looks.length === 0) throw new Error(`the matrix has no screen at ${paths.join(' ')}`);
  const report = createAuditReport(looks, version);
  if (paths.length === 0 && unopened === 0) await writeReport('audit', report);
  process.stdout.write(
    `${report.combinations} combinations, ${report.checksPassed} checks passed, ${report.violations.length} violations, ${report.undecided.length} undecided, ${unopened} states did not open\n`,
  );
  return report.violations.length + unopened;
}

function findUncommitted(): string {
  const options = ['status', '--porcelain', '--', 'site'];
  return execFileSync('git', options, { cwd: projectRoot, encoding: 'utf8' }).trim().replaceAll('\n', ', ');
}

/** Runs a program of Node.js and returns how many failed. */
function runProgram(program: string[], env = process.env): number {
  const { status } = spawnSync(process.execPath, program, { cwd: projectRoot, env, stdio: 'inherit' });
  return status === 0 ? 0 : 1;
}

/**
 * Runs every test, including those with `@audit` in their title, with every combination of its matrices and all rounds
 * of generated input, for which `npm test` has no time. Returns how many of the runs failed.
 */
async function runWholeMatrix(): Promise<number> {
  const env = { ...process.env, MATRIX: 'whole', CHROME_PATH: findHeadlessBrowser() ?? undefined };
  return (
    runProgram(['node_modules/vitest/vitest.mjs', 'run'], env) +
    runProgram(['node_modules/@playwright/test/cli.js', 'test'], env)
  );
}

/** Each returns the number of faults that it found. */
const parts: Record<string, (paths: readonly string[]) => Promise<number>> = {
  matrix: runMatrix,
  engines: walkEngines,
  orca: walkOrca,
  tests: runWholeMatrix,
  // so that one that has become too large is noticed
  release: async () => runProgram(['tools/setup/checkout.mjs', 'drill', 'release']),
  // in a short form, so that one that no longer runs is noticed
  benches: async () => runProgram(['tools/setup/checkout.mjs', 'bench'], { ...process.env, BENCH: 'trial' }),
  translated: walkTranslated,
};

const wholeAudit = ['matrix', 'engines', 'orca', 'translated', 'tests', 'release', 'benches'];

/** The whole audit, or one part. */
export async function runAudit([part, ...paths]: readonly string[]): Promise<void> {
  const names = part === undefined ? wholeAudit : [part];
  let faults = 0;
  for (const name of names) {
    const work = parts[name];
    if (!work || (paths.length > 0 && !['matrix', 'translated'].includes(name)))
      throw new Error(
        `there is no part ${[name, ...paths].join(' ')}; use: npm run audit [-- matrix [path…] | engines | orca | translated [2/6] [path…] | tests | release | benches]`,
      );
    faults += await work(paths);
  }
  process.exitCode = faults > 0 ? 1 : 0;
}
