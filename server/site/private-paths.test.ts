import { expect, test } from 'vitest';
import { pageCacheKey } from '../../site/server/page-key.ts';
import { isPrivatePath, hideTokenInPath } from '../../site/app/seo/private-paths.ts';
import { loggedSitePath } from '../log/logged-site-path.ts';
import { isListableMissedPath } from './missed-paths.ts';
import { hasSecretParameter, routePaths as paths } from './route-paths.fixture.ts';

const secret = 'Ab12';
/** The path with each parameter replaced by a value. */
const addressOf = (path: string) => path.replaceAll(/\/(:[^/]+|\*)/g, `/${secret}`);
/** Spellings of `path` that the router, or the redirect to the canonical form, also accepts. */
function spellingsOf(path: string): string[] {
  const [, first = '', ...rest] = path.split('/');
  const others = [first.toUpperCase(), `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`, `${first}.`];
  const starts = [...others, `/${first}`, `./${first}`, `x/../${first}`, `\\${first}`];
  return [path, ...starts.map((start) => [`/${start}`, ...rest].join('/')), `${path}.data`];
}

test('every route with a token, or a parameter that is not known as public, is private', () => {
  const secretPaths = paths.filter(hasSecretParameter);
  expect(secretPaths).toContain('/conversation/:token');
  for (const address of secretPaths.map(addressOf).flatMap(spellingsOf)) {
    expect([address, isPrivatePath(address)]).toEqual([address, true]);
    expect([address, pageCacheKey('GET', address)]).toEqual([address, null]);
    expect([address, isListableMissedPath(address.toLowerCase())]).toEqual([address, false]);
  }
});

test('no log keeps what follows in the path of a route with a token', () => {
  const tokenPaths = paths.filter((path) => hasSecretParameter(path) && !/^\/(dashboard|auth)\//.test(path));
  expect(tokenPaths.length).toBeGreaterThan(4);
  for (const address of tokenPaths.map(addressOf).flatMap(spellingsOf)) {
    expect([address, hideTokenInPath(address)]).toEqual([address, expect.stringMatching(/^\/[a-z]+\/…$/)]);
    expect(loggedSitePath(`${address}?sent=1`)).not.toContain(secret);
  }
});

test('pages without a token are public, except for those of accounts', () => {
  const open = paths.filter((path) => !hasSecretParameter(path)).map(addressOf);
  const isPrivate = (path: string) => /^\/(auth|dashboard|preview|book)(\/|$)/.test(path);
  expect(open.filter(isPrivatePath)).toEqual(open.filter(isPrivate));
});
