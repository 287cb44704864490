import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The house, held by a machine: the arrows of docs/decisions/0001, forbidden names, the file ceiling. */
const root = import.meta.dirname;
const skipped = /(^|\/)(node_modules|build|\.react-router|\.git|\.data|test-results|screenshots)(\/|$)/;
const generated = new Set(['site/app/data/database-types.ts']);

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => !skipped.test(name))
  .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && statSync(join(root, name)).isFile());
const sources = files.filter((name) => !generated.has(name));

/** Room of a file: the unit between which arrows are drawn. */
function roomOf(file: string): string {
  const site = /^site\/app\/([^/]+)(\/|$)/.exec(file);
  if (site) return file.split('/').length > 3 ? `site/${site[1]}` : 'site/root';
  const backend = /^backend\/src\/([^/]+)(\/|$)/.exec(file);
  if (backend) return file.split('/').length > 3 ? `backend/${backend[1]}` : 'backend/root';
  const [house = '', second] = file.split('/');
  if (second === undefined) return 'root';
  if (house === 'site' && second === 'fonts') return 'site/fonts';
  if (house === 'site') return second === 'server' ? 'site-server' : 'site-build';
  return house === 'backend' ? 'wire-tests' : house;
}

const siteBase = ['site/data', 'site/session', 'site/seo', 'site/ui'];
const feature = [...siteBase];

const backendParts = ['root', 'database', 'tokens', 'mail', 'project', 'edge', 'limits', 'errors'].map(
  (part) => `backend/${part}`,
);

/** Everything a room may import besides itself. The site's agency.ts and the generated +types count as free. */
const arrows: Record<string, string[]> = {
  root: ['cli', 'e2e'],
  cli: ['server', 'fakes', 'supabase', 'e2e', 'bench', 'site/data', ...backendParts],
  server: ['site/data', 'site/media', 'site/outbox', 'site-server', 'supabase', ...backendParts],
  fakes: [],
  e2e: ['server', 'fakes', 'wire-tests', 'site/data', 'site/leads', 'site/ui', 'site/root'],
  bench: [
    'server',
    'fakes',
    'e2e',
    'site-server',
    'site/data',
    'site/leads',
    'backend/root',
    'backend/database',
    'backend/tokens',
    'wire-tests',
  ],
  supabase: ['backend/root', 'backend/database', 'wire-tests'],
  'wire-tests': [
    'fakes',
    'backend/root',
    'backend/database',
    'backend/tokens',
    'backend/auth',
    'backend/rest',
    'backend/realtime',
    'backend/errors',
    'backend/limits',
    'backend/project',
  ],
  'site-server': [],
  'site-build': ['site/ui', 'site/hydration'],
  'site/root': ['site/data', 'site/hydration', 'site/frame', 'site/ui', 'site/fonts', 'site/leads'],
  'site/fonts': [],
  'site/hydration': [],
  'site/data': [],
  'site/session': ['site/data'],
  'site/seo': ['site/data', 'site/ui', 'site/fonts'],
  'site/ui': [],
  'site/frame': ['site/ui', 'site/seo', 'site/session'],
  'site/dashboard': [...siteBase, 'site/frame'],
  'site/home': [...feature, 'site/services', 'site/apps'],
  'site/services': [...feature, 'site/leads', 'site/categories', 'site/media'],
  'site/apps': [...feature, 'site/leads', 'site/media'],
  'site/resources': [...feature, 'site/leads', 'site/services', 'site/media'],
  'site/overview': [...feature, 'site/leads', 'site/services', 'site/categories'],
  'site/leads': feature,
  // the accessibility statement shows the evidence that is kept there
  'site/legal': [...feature, 'docs'],
  docs: [],
  'site/categories': feature,
  'site/media': feature,
  'site/outbox': feature,
  'site/mailbox': feature,
  'site/account': feature,
  'site/settings': feature,
  'site/team': feature,
  'backend/root': [
    'backend/rest',
    'backend/auth',
    'backend/storage',
    'backend/realtime',
    'backend/functions',
    'backend/database',
    'backend/tokens',
    'backend/limits',
    'backend/mail',
    'backend/errors',
    'backend/project',
    'backend/edge',
  ],
  'backend/edge': ['backend/errors', 'backend/limits'],
  'backend/rest': ['backend/database', 'backend/tokens', 'backend/limits', 'backend/errors'],
  'backend/realtime': [
    'backend/database',
    'backend/tokens',
    'backend/limits',
    'backend/errors',
    'backend/project',
  ],
  'backend/auth': [
    'backend/database',
    'backend/tokens',
    'backend/mail',
    'backend/limits',
    'backend/errors',
    'backend/project',
  ],
  'backend/functions': ['backend/tokens', 'backend/limits', 'backend/errors', 'backend/project'],
  'backend/storage': [
    'backend/database',
    'backend/tokens',
    'backend/limits',
    'backend/errors',
    'backend/project',
  ],
  'backend/database': ['backend/errors'],
  'backend/tokens': ['backend/errors', 'backend/project'],
  'backend/limits': ['backend/errors'],
  'backend/mail': ['backend/errors', 'backend/project'],
  'backend/project': ['backend/errors'],
  'backend/errors': [],
  'backend/migrations': [],
};

interface Arrow {
  from: string;
  to: string;
  file: string;
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
  return [...found].map((match) => match[1] ?? '');
}

function drawArrows(): Arrow[] {
  return sources.flatMap((file) =>
    importsOf(file).flatMap((specifier) => {
      let target: string | undefined;
      if (specifier.startsWith('@fairlead/backend/'))
        target = specifier.replace('@fairlead/backend/', 'backend/src/');
      else if (specifier.startsWith('.') && !specifier.includes('+types')) {
        target = relative(root, resolve(join(root, dirname(file)), specifier.replace(/\?.*$/, '')));
      }
      if (!target || target.startsWith('..') || target === 'site/app/agency.ts') return [];
      const [from, to] = [roomOf(file), roomOf(target)];
      return from === to ? [] : [{ from, to, file }];
    }),
  );
}

const drawn = drawArrows();

describe('the house', () => {
  test('every arrow between rooms is one that the house allows', () => {
    // A test, and the stage it plays on, may also reach for what starts the thing it proves.
    const free = (arrow: Arrow) => /^(backend\/src|server|cli)\/.*\.(test|fixture)\.ts$/.test(arrow.file);
    const wrong = drawn.filter((arrow) => !free(arrow) && !arrows[arrow.from]?.includes(arrow.to));
    expect(wrong.map(({ from, to, file }) => `${from} → ${to} (${file})`)).toEqual([]);
  });

  test('no circle between rooms', () => {
    const circles: string[] = [];
    function walk(room: string, path: string[]): void {
      if (path.includes(room)) circles.push([...path.slice(path.indexOf(room)), room].join(' → '));
      else for (const next of arrows[room] ?? []) walk(next, [...path, room]);
    }
    for (const room of Object.keys(arrows)) walk(room, []);
    expect([...new Set(circles)]).toEqual([]);
  });

  test('the backend knows nothing of agencies, and nothing points at the site from it', () => {
    const words = /\b(leads?|lead_\w+|agency|agencies)\b|pricing|proposal/i;
    const identifiers = (name: string) =>
      readFileSync(join(root, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
    const wrong = sources
      .filter((file) => file.startsWith('backend/src/') && !file.endsWith('.test.ts'))
      .filter((file) => words.test(identifiers(file)));
    expect(wrong).toEqual([]);
  });

  test('no dumping ground', () => {
    const banned = /(^|[/.-])(utils?|helpers?|misc|common|shared|lib)([/.-]|$)/;
    expect(files.filter((name) => banned.test(name))).toEqual([]);
  });

  test('a file has at most 250 lines, the median under 80', () => {
    const lengths = sources.map((name) => ({
      name,
      lines: readFileSync(join(root, name), 'utf8').split('\n').length - 1,
    }));
    expect(lengths.filter(({ lines }) => lines > 250).map(({ name, lines }) => `${name}: ${lines}`)).toEqual(
      [],
    );
    const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(80);
  });

  test('a folder holds at most 25 files, tests aside', () => {
    const counts = new Map<string, number>();
    for (const name of files.filter((file) => !file.includes('.test.')))
      counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });

  test('nothing but cli/ reads the environment of the process', () => {
    // functions/worker runs in a process of its own, whose environment is the function's.
    const allowed =
      /^(cli\/|test\.mjs|playwright\.config\.ts|e2e\/|bench\/|backend\/src\/functions\/worker\/|backend\/wire-tests\/)/;
    const wrong = sources.filter(
      (name) =>
        !allowed.test(name) &&
        !name.includes('.test.') &&
        /process\.env/.test(readFileSync(join(root, name), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});
