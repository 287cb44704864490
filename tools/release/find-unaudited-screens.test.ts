import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { findUnauditedScreens, requireAuditOfScreens } from './find-unaudited-screens.ts';

function git(root: string, ...args: string[]): string {
  const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@roy.example'];
  return execFileSync('git', [...author, ...args], { cwd: root, encoding: 'utf8' }).trim();
}

function write(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function commitAll(root: string): string {
  git(root, 'add', '.');
  git(root, 'commit', '--quiet', '--message', 'change');
  return git(root, 'rev-parse', 'HEAD');
}

test('A-32 a release is refused whose screens changed since the accessibility audit, and the first of them is named', () => {
  const root = mkdtempSync(join(tmpdir(), 'audited-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  git(root, 'init', '--quiet');
  const report = (commit: string) => write(root, 'docs/accessibility/audit.json', JSON.stringify({ commit }));
  write(root, 'site/app/home.tsx', 'one');
  report(commitAll(root));
  write(root, 'server/run.ts', 'not seen');
  write(root, 'site/app/home.test.ts', 'a test');
  commitAll(root);
  expect(findUnauditedScreens(root)).toEqual([]);
  requireAuditOfScreens(root);

  write(root, 'site/app/home.tsx', 'two');
  const refusal = /^site\/app\/home\.tsx changed since the accessibility audit: run npm run audit/;
  expect(() => requireAuditOfScreens(root), 'not committed').toThrow(refusal);
  const changed = commitAll(root);
  expect(() => requireAuditOfScreens(root), 'committed').toThrow(refusal);
  report(changed);
  requireAuditOfScreens(root);

  for (const unknown of ['', 'f'.repeat(40), '--output=x']) {
    report(unknown);
    expect(() => requireAuditOfScreens(root), unknown).toThrow(/names no commit of this history/);
  }
});

test('A-32 the report of the accessibility audit names the commit that it tested', () => {
  const report: unknown = JSON.parse(
    readFileSync(join(projectRoot, 'docs/accessibility/audit.json'), 'utf8'),
  );
  expect(report).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
});
