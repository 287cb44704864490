// Checks that texts for users are in typed catalogues, `*-texts.ts` (docs/decisions/0041). To list those of a folder
// that are not:
//   TEXTS=site/app/dashboard/team npx vitest run --project unit texts-fence
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { parseSync } from 'vite';
import { childrenOf, findTexts, type Node } from './find-texts.ts';

/** Values that look like a text but are none: names of the agency, of keys, headers and the like. */
const notForUsers = new Set([
  'Fairlead Digital',
  'Canada',
  'Ontario',
  'Stripe',
  '<!DOCTYPE html>${}',
  'Meta',
  'Control',
  'hint',
  'light dark',
  'long text',
  'Share Display',
  'Share Text',
  'noindex, nofollow',
  'User-agent: * Allow: / Sitemap: ${}/sitemap.xml',
  'Contact: ${}',
  '${}Expires: ${} Preferred-Languages: ${} Canonical: ${}',
  '${}${}.webp ${}w',
  // paths of icons
  'M4 5h16v11H10l-5 4v-4H4z',
  'M6 4v16M18 4v16M6 12h12',
]);

/** Time for parsing every file (half a second of processor time) on a busy machine. */
const timeout = 180_000;

const files = globSync('site/{app,server}/**/*.{ts,tsx}', { cwd: projectRoot }).filter(
  (file) => !/\.test\.|-texts\.ts$|\.d\.ts$|database-types\.ts$/.test(file),
);

test('texts for users are in catalogues', { timeout }, () => {
  expect(files.length).toBeGreaterThan(300);
  const wanted = process.env.TEXTS ?? '';
  const stray = files
    .filter((file) => file.startsWith(wanted))
    .flatMap((file) => {
      const source = readFileSync(join(projectRoot, file), 'utf8');
      return findTexts(file, source, notForUsers).map(({ line, text }) => `${file}:${line} ${text}`);
    });
  expect(stray).toEqual([]);
});

/** These files match apostrophes in texts of other programs. */
const curlyReaders = /fold-case-and-accents\.ts$|split-quoted-text\.ts$/;

test('apostrophes are straight in what users read', () => {
  const texts = [
    ...globSync('site/app/**/*.{ts,tsx,md}', { cwd: projectRoot }),
    ...globSync('supabase/seed.sql', { cwd: projectRoot }),
  ].filter((file) => !/\.test\.tsx?$/.test(file) && !curlyReaders.test(file));
  expect(texts.length).toBeGreaterThan(300);
  const curly = texts.flatMap((file) =>
    readFileSync(join(projectRoot, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/[‘’]/.test(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(curly).toEqual([]);
});

test('texts of the interface, shown or announced, are found in every position, and nothing else is reported', () => {
  const source = `
    import x from 'Some Module';
    console.error('The cache is cold.');
    if (key === 'Enter') throw new Error('the mail has no address');
    const busy = { event: 'Mail sent now', title: 'save', path: 'a/b', state: done ? 'ready' : 'Saving…' };
    const b = <p className="Card is-open" aria-label="close"><b id="Up">{n} {n === 1 ? 'lead' : \`\${n} leads\`}</b>open</p>;
    throw new Error('We kept it. Try again.');`;
  const texts = findTexts('sample.tsx', source, new Set(['Saving…']));
  expect(texts.map(({ line, text }) => `${line} ${text}`)).toEqual([
    '5 save',
    '6 close',
    '6 lead',
    '6 ${} leads',
    '6 open',
    '7 We kept it. Try again.',
  ]);
});

/** The strings of a file, or what is between the special characters of its regular expressions. */
function literalsOf(file: string, source: string): { strings: string[]; patterns: string[] } {
  const strings: string[] = [];
  const patterns: string[] = [];
  const normal = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const visit = (node: Node): void => {
    if (node.type === 'TemplateElement') strings.push(normal(node.value.raw));
    else if (node.type === 'Literal' && 'regex' in node)
      patterns.push(...node.regex.pattern.split(/[\\^$.|?*+()[\]{}]+/).map(normal));
    else if (node.type === 'Literal' && typeof node.value === 'string') strings.push(normal(node.value));
    childrenOf(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return { strings, patterns };
}

/** Three words of a text in a pattern, or four in a string; drills also print and compare words of their own. */
function copiedTexts(texts: readonly string[], source: string): string[] {
  const { strings, patterns } = literalsOf('drill.ts', source);
  const isCopied = (literal: string, words: number): boolean =>
    literal.split(' ').length >= words && texts.some((text) => text.includes(literal));
  return [
    ...strings.filter((literal) => isCopied(literal, 4)),
    ...patterns.filter((literal) => isCopied(literal, 3)),
  ];
}

test(
  'B-289 drills read texts for users from the catalogues, so that another wording breaks none',
  { timeout },
  () => {
    const texts = globSync('site/{app,server}/**/*.ts', { cwd: projectRoot }).flatMap((file) => {
      const source = readFileSync(join(projectRoot, file), 'utf8');
      return /\bdefine(?:Texts|AgencyFields)\(\{/.test(source) ? literalsOf(file, source).strings : [];
    });
    expect(texts.length).toBeGreaterThan(2_000);
    const drills = globSync('tools/drills/**/*.ts', { cwd: projectRoot });
    expect(drills.length).toBeGreaterThan(50);
    const copies = drills.flatMap((file) =>
      copiedTexts(texts, readFileSync(join(projectRoot, file), 'utf8')).map((text) => `${file}: ${text}`),
    );
    expect(copies).toEqual([]);
    expect(
      copiedTexts(texts, 'const isLate = /^past your response-time target/i.test(subject);'),
    ).toHaveLength(1);
  },
);
