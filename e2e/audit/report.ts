import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import { axeVersion } from './axe.ts';
import { formatFaults, type ExaminationResult } from './examine.ts';
import { devicePreferences, themes, screenWidths } from './presentation.ts';

/** The dated result of an audit, which the site shows and the repository stores. */
export interface AuditReport {
  /** ISO 8601, by the clock of the machine that ran the audit */
  finishedAt: string;
  /** what was checked out */
  commit: string;
  versions: { axe: string; chromium: string };
  matrix: { screens: string[]; states: number; widths: number[]; themes: string[]; comforts: string[] };
  combinations: number;
  checksPassed: number;
  violations: string[];
  /** what axe could not decide: each rule and element once, with the screens on which it was found */
  undecided: { rule: string; target: string; screens: string[] }[];
}

export function createAuditReport(looks: readonly ExaminationResult[], chromium: string): AuditReport {
  return {
    finishedAt: new Date().toISOString(),
    commit: execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim(),
    versions: { axe: axeVersion, chromium },
    matrix: {
      screens: [...new Set(looks.map(({ path }) => withoutToken(path)))].toSorted(),
      states: new Set(looks.map(({ path, state }) => `${path} ${state}`)).size,
      widths: screenWidths,
      themes: [...themes],
      comforts: [...devicePreferences],
    },
    combinations: looks.length,
    checksPassed: looks.reduce((sum, { passed }) => sum + passed, 0),
    violations: formatFaults(looks).toSorted(),
    undecided: listUndecided(looks),
  };
}

/** Writes it for the site, which shows it, and for the repository. */
export async function writeReport(name: 'audit' | 'engines' | 'orca', report: object): Promise<void> {
  const file = join(projectRoot, 'docs/accessibility', `${name}.json`);
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
}

/** The tokens of links in mails are different in every run. */
function withoutToken(path: string): string {
  return path.replace(/[0-9a-f]{32,}/, 'token');
}

function listUndecided(looks: readonly ExaminationResult[]): AuditReport['undecided'] {
  const met = new Map<string, { rule: string; target: string; screens: Set<string> }>();
  for (const { path, undecided } of looks) {
    for (const { rule, targets } of undecided) {
      for (const target of targets) {
        const key = `${rule} ${target}`;
        const entry = met.get(key) ?? { rule, target, screens: new Set() };
        met.set(key, entry);
        entry.screens.add(withoutToken(path));
      }
    }
  }
  return [...met.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, { rule, target, screens }]) => ({ rule, target, screens: [...screens].toSorted() }));
}
