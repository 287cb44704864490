// Placeholder values of the accessibility statement: the reports of the tests of the program's release.
import audit from '../../../../docs/accessibility/audit.json' with { type: 'json' };
import engineReport from '../../../../docs/accessibility/engines.json' with { type: 'json' };
import orcaReport from '../../../../docs/accessibility/orca.json' with { type: 'json' };
import resultSheet from '../../../../docs/accessibility/screen-reader-results.md?raw';
import { formatLongDate } from '../../ui/format-values.ts';
import { evidenceTexts as texts } from './legal-texts.ts';

const count = new Intl.NumberFormat('en-CA');

/** End of the last full audit, ISO 8601. */
export const accessibilityAuditedAt = audit.finishedAt;

/** Values of the statement's placeholders, from the audit's result files. */
export function readAccessibilityEvidence(timeZone: string, version: string): Record<string, string> {
  const { matrix, versions, combinations, checksPassed, violations, undecided } = audit;
  return {
    version: version.split('+', 1)[0] ?? '',
    auditDate: formatLongDate(accessibilityAuditedAt, timeZone),
    axe: versions.axe,
    chromium: versions.chromium,
    screens: count.format(matrix.screens.length),
    states: count.format(matrix.states),
    widths: texts.widths(matrix.widths.slice(0, -1).join(', '), String(matrix.widths.at(-1))),
    combinations: count.format(combinations),
    checks: count.format(checksPassed),
    violations:
      violations.length === 0
        ? texts.violations.none
        : texts.violations.some(count.format(violations.length)),
    undecided:
      undecided.length === 0 ? texts.undecided.none : texts.undecided.some(count.format(undecided.length)),
    enginesDate: formatLongDate(engineReport.finishedAt, timeZone),
    engines: engineReport.engines.map(({ name, version }) => `${name} ${version}`).join(' and '),
    enginesResult: describeEngines(),
    orcaDate: formatLongDate(orcaReport.finishedAt, timeZone),
    orca: orcaReport.orca,
    orcaFirefox: orcaReport.firefox,
    orcaJourneys: count.format(orcaReport.journeys.length),
    orcaResult: describeOrca(),
    screenReaderStatus: /^Status: (.+)$/m.exec(resultSheet)?.[1] ?? 'unknown',
  };
}

function describeOrca(): string {
  const { journeys }: { journeys: { moves: { differs: string[] }[] }[] } = orcaReport;
  const moves = journeys.flatMap((journey) => journey.moves);
  const failed = moves.filter(({ differs }) => differs.length > 0).length;
  if (failed === 0) return texts.orca.passed(count.format(moves.length));
  return texts.orca.failed(count.format(moves.length), count.format(failed));
}

function describeEngines(): string {
  const { engines } = engineReport;
  const passed = engines.reduce((sum, engine) => sum + engine.passed.length, 0);
  const failed = engines.reduce((sum, engine) => sum + engine.failed.length, 0);
  if (failed === 0) return texts.engines.passed(count.format(passed));
  return texts.engines.failed(count.format(passed), count.format(failed));
}
