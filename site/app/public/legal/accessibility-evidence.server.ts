import audit from '../../../../docs/accessibility/audit.json' with { type: 'json' };
import engineReport from '../../../../docs/accessibility/engines.json' with { type: 'json' };
import resultSheet from '../../../../docs/accessibility/screen-reader-results.md?raw';
import { formatLongDate } from '../../ui/dates.ts';

const count = new Intl.NumberFormat('en-CA');

/** End of the last full audit, ISO 8601. */
export const auditedAt = audit.finishedAt;

/** Values of the statement's placeholders, from the audit's result files. */
export function readEvidence(): Record<string, string> {
  const { matrix, versions, combinations, checksPassed, violations, undecided } = audit;
  return {
    auditDate: formatLongDate(auditedAt),
    axe: versions.axe,
    chromium: versions.chromium,
    screens: count.format(matrix.screens.length),
    states: count.format(matrix.states),
    widths: `${matrix.widths.slice(0, -1).join(', ')} and ${matrix.widths.at(-1)}`,
    combinations: count.format(combinations),
    checks: count.format(checksPassed),
    violations:
      violations.length === 0
        ? 'It found no violations.'
        : `It found ${count.format(violations.length)} violations, which we are fixing.`,
    undecided:
      undecided.length === 0
        ? 'Nothing was left for a person to check.'
        : `In ${count.format(undecided.length)} places it couldn’t decide on its own. They’re listed in the result file.`,
    enginesDate: formatLongDate(engineReport.finishedAt),
    engines: engineReport.engines.map(({ name, version }) => `${name} ${version}`).join(' and '),
    enginesResult: describeEngines(),
    screenReaderStatus: /^Status: (.+)$/m.exec(resultSheet)?.[1] ?? 'unknown',
  };
}

function describeEngines(): string {
  const { engines } = engineReport;
  const passed = engines.reduce((sum, engine) => sum + engine.passed.length, 0);
  const failed = engines.reduce((sum, engine) => sum + engine.failed.length, 0);
  if (failed === 0) return `All ${count.format(passed)} steps worked.`;
  return `${count.format(passed)} steps worked; ${count.format(failed)} didn’t, and we’re fixing them.`;
}
