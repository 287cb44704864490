// Checks that every page has a route, a name, a place in the sidebar and states in the audit.
import { expect, test } from 'vitest';
import { authScreens } from '../../e2e/audit/auth-screens.ts';
import { publicScreens } from '../../e2e/audit/public-screens.ts';
import { staffScreens } from '../../e2e/audit/staff-screens.ts';
import { agencySidebarEntries, screenTitle, mainSidebarEntries } from '../../site/app/dashboard/screens.ts';
import { pagePaths } from '../../server/site/route-paths.fixture.ts';

const audited = [...publicScreens, ...authScreens, ...staffScreens].map(
  ({ path }) => new URL(path, 'http://site.example').pathname,
);
/** conversation-screens.ts creates its own links; drafts are shown by the components of their public pages. */
const auditedElsewhere = /^\/(conversation|preview)\//;

function matches(route: string, path: string): boolean {
  return new RegExp(`^${route.replaceAll(/\/(:\w+|\*)/g, '/[^/]+')}$`).test(path);
}

test('every page of the routes is among the screens of the audit, and no other is', () => {
  const missing = pagePaths.filter((route) => !audited.some((path) => matches(route, path)));
  expect(missing.filter((route) => !auditedElsewhere.test(route))).toEqual([]);
  expect(audited.filter((path) => !pagePaths.some((route) => matches(route, path)))).toEqual([]);
});

test('every screen of the dashboard has a name and an entry of the sidebar, and no entry leads nowhere', () => {
  const listed = [...mainSidebarEntries, ...agencySidebarEntries].flatMap(({ path, tabs = [] }) => [
    path,
    ...tabs.map((tab) => tab.path),
  ]);
  const routes = pagePaths.filter((path) => /^\/dashboard(\/|$)/.test(path) && !/[:*]/.test(path));
  expect(routes.filter((path) => screenTitle(path) === undefined)).toEqual([]);
  expect(listed.filter((path) => !routes.includes(path))).toEqual([]);
  const isUnder = (path: string) =>
    listed.some((entry) => path === entry || (entry !== '/dashboard' && path.startsWith(`${entry}/`)));
  expect(routes.filter((path) => !isUnder(path))).toEqual([]);
});
