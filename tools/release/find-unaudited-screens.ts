import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What visitors and staff see; tests and types beside it change no screen. */
const screens = ['site/app', 'site/fonts', 'site/pictures', 'site/public'];
const unseen = /\.test\.tsx?$|\.d\.ts$|database-types\.ts$/;

/**
 * Files of screens that are not as in the commit that the accessibility audit tested. Throws if its report names no
 * commit of this history.
 */
export function findUnauditedScreens(root: string): string[] {
  const file = 'docs/accessibility/audit.json';
  const { commit = '' } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { commit?: string };
  try {
    const command = ['diff', '--name-only', '--end-of-options', commit, '--', ...screens];
    const changed = execFileSync('git', command, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return changed.split('\n').filter((name) => name !== '' && !unseen.test(name));
  } catch (cause) {
    throw new Error(`${file} names no commit of this history (${commit}): run npm run audit -- matrix`, {
      cause,
    });
  }
}

/** Throws if the audit is of other screens. */
export function requireAuditOfScreens(root: string): void {
  const [first, ...others] = findUnauditedScreens(root);
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  throw new Error(
    `${first}${more} changed since the accessibility audit: run npm run audit -- matrix, and commit docs/accessibility/audit.json (or make a release to try it: --trial)`,
  );
}
