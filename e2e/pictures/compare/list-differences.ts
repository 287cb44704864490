import type { Look } from './picture-states.ts';

/** One state in one look at one width that differs, or that one of the products could not open. */
export interface Difference {
  state: string;
  width: number;
  look: Look;
  pixels: number;
  /** 0 to 1 */
  share: number;
  sizes: { before: string; after: string };
  /** names of the three pictures, relative to the project: without -before.png, -after.png, -difference.png */
  files: string;
}

export interface Failure {
  state: string;
  width: number;
  reason: string;
}

/** At least 0.001 %, because one pixel of a long page is a difference too. */
function percent(share: number): string {
  return `${Math.max(share * 100, 0.001).toFixed(3)} %`;
}

/** The lines of the report, grouped by state in the given order; the last line has the totals. */
export function listDifferences(
  differences: readonly Difference[],
  failures: readonly Failure[],
  pictures: number,
): string[] {
  const lines: string[] = [];
  for (const [state, found] of Object.entries(Object.groupBy(differences, (one) => one.state))) {
    lines.push(state);
    for (const { width, look, pixels, share, sizes, files } of found ?? []) {
      const size = sizes.before === sizes.after ? '' : `, ${sizes.before} → ${sizes.after}`;
      lines.push(`  ${width} px, ${look}: ${pixels} px differ (${percent(share)}${size})`);
      lines.push(`    ${files}-{before,after,difference}.png`);
    }
  }
  for (const { state, width, reason } of failures) lines.push(`${state}, ${width} px: ${reason}`);
  const states = new Set(differences.map((one) => one.state)).size;
  const counts = `${pictures} pictures compared, ${differences.length} differ (in ${states} states)`;
  lines.push(failures.length === 0 ? `${counts}.` : `${counts}, ${failures.length} could not be compared.`);
  return lines;
}
