import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';

/** Checks of the documents that a machine can do. */
const skipped = /(^|\/)(node_modules|build|\.react-router|\.git|\.data|test-results|screenshots)(\/|$)/;
const curves = new Set(['P-256', 'P-384']);

/** Every string in a test that begins with an ID: a title, or an entry of a table from which titles are made. */
const labels = readdirSync(projectRoot, { recursive: true, encoding: 'utf8' })
  .filter((file) => !skipped.test(file) && /\.test\.tsx?$/.test(file) && file !== 'tools/checks/docs.test.ts')
  .flatMap((file) =>
    [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/['"`]((?:[PGASB]-\d+[ ,]*)+)(.*)/g)].map(
      (match) => ({
        file,
        inAuditAlone: match[2]?.includes('@audit') ?? false,
        names: (match[1]?.match(/[PGASB]-\d+/g) ?? []).filter((name) => !curves.has(name)),
      }),
    ),
  );

const rows = [
  ...readFileSync(join(projectRoot, 'docs/requirements.md'), 'utf8').matchAll(/^\| ([PGASB]-\d+) \|/gm),
].map((match) => match[1] ?? '');

test('every ID in a test title is a row of docs/requirements.md, and no row is there twice', () => {
  const unknown = labels.flatMap(({ file, names }) =>
    names.filter((name) => !rows.includes(name)).map((name) => `${name} in ${file}`),
  );
  expect(unknown).toEqual([]);
  expect(rows.filter((name, index) => rows.indexOf(name) !== index)).toEqual([]);
});

test('every row of docs/requirements.md has a test that npm test runs', () => {
  const tested = new Set(labels.flatMap(({ names, inAuditAlone }) => (inAuditAlone ? [] : names)));
  expect(rows.filter((name) => !tested.has(name))).toEqual([]);
});

test('every package that the product installs is named in THIRD_PARTY_NOTICES.md', () => {
  const notices = readFileSync(join(projectRoot, 'THIRD_PARTY_NOTICES.md'), 'utf8');
  const installed = ['.', 'site', 'backend', 'mail-reader', 'supabase'].flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    return Object.keys({ ...manifest['dependencies'], ...manifest['optionalDependencies'] });
  });
  expect(installed.filter((name) => !notices.includes(name))).toEqual([]);
});

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'backend/README.md',
  'mail-reader/README.md',
  'supabase/README.md',
  'docs/architecture.md',
  'docs/api.md',
  ...readdirSync(join(projectRoot, 'docs/operate')).map((name) => `docs/operate/${name}`),
])('%s names files that exist', (document) => {
  const text = readFileSync(join(projectRoot, document), 'utf8');
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`|\]\((?!https?:)([^)#]+)/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const isThere = (name: string) =>
    existsSync(join(projectRoot, name)) || existsSync(join(projectRoot, dirname(document), name));
  // Data folders and .env files are created on the operator's machine, build folders by a command.
  const isSource = (name: string) => !/\.data|^[A-Z_]+\/|\.env$|^build\//.test(name);
  expect(named.filter((name) => isSource(name) && !isThere(name))).toEqual([]);
});

const sources = globSync(
  '{backend,e2e,mail-reader,product-tests,server,site,supabase,tools}/**/*.{ts,tsx,mjs,js,css,sql}',
  {
    cwd: projectRoot,
    exclude: (name) => skipped.test(name) || /(^|\/)(node_modules|migrations|last-release)$/.test(name),
  },
);
const documents = globSync('**/*.md', {
  cwd: projectRoot,
  exclude: (name) => skipped.test(name) || name === 'node_modules',
});

test('a file that a comment or a document names is there, by its name or the end of its path', () => {
  const files = globSync('**/*.*', { cwd: projectRoot, exclude: (name) => skipped.test(name) });
  const ends = new Set(
    files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
  );
  const comments = sources
    .filter((file) => !file.endsWith('.css'))
    .flatMap((file) =>
      (
        readFileSync(join(projectRoot, file), 'utf8').match(
          file.endsWith('.sql') ? /^\s*--.*$/gm : /^\s*(?:\/\/|\/\*|\*).*$|\s\/\/\s.*$/gm,
        ) ?? []
      ).map((text) => ({ file, text })),
    );
  // Recipes name files to be made; history names files that are gone.
  const words = documents
    .filter((file) => !/^(CHANGELOG|CONTRIBUTING)\.md$|^docs\/measured\//.test(file))
    .flatMap((file) =>
      (readFileSync(join(projectRoot, file), 'utf8').match(/`[^`\s]+`/g) ?? []).map((text) => ({
        file,
        text,
      })),
    );
  const name = /(?<![\w/@.*$}-])((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|mts|sql|css))\b(?![\w(])/g;
  const examples = /^NAME\b|^0001_|^supabase\/roles\.sql$/;
  const gone = [...comments, ...words].flatMap(({ file, text }) =>
    [...text.matchAll(name)]
      .map(([, named = '']) => named)
      .filter((named) => !ends.has(named) && !examples.test(named))
      .filter((named) => !existsSync(join(projectRoot, dirname(file), named)))
      .map((named) => `${file}: ${named}`),
  );
  expect(gone).toEqual([]);
});

test('proxies are configured in deploy/ alone, which the drills use', () => {
  const configured = documents.filter((name) =>
    /^\s*(proxy_pass|reverse_proxy) /m.test(readFileSync(join(projectRoot, name), 'utf8')),
  );
  expect(configured).toEqual([]);
});

test('docs/bounds.md names every file that the program puts into a data folder', () => {
  const bounds = readFileSync(join(projectRoot, 'docs/bounds.md'), 'utf8');
  const names = ['server', 'backend/src'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .flatMap((file) => [
        ...readFileSync(join(projectRoot, folder, file), 'utf8').matchAll(
          /join\((?:\w+\.)?(?:DATA_DIR|dataDir), '([\w.-]+)'/g,
        ),
      ])
      .map((match) => match[1]),
  );
  expect(names.length).toBeGreaterThan(10);
  expect([...new Set(names)].filter((name) => !bounds.includes(`| \`${name}\` |`))).toEqual([]);
});

test('every relative link of a document leads to a file, and every decision that is cited is there', () => {
  const wrong = documents
    .filter((file) => file !== 'CHANGELOG.md')
    .flatMap((file) =>
      [
        ...readFileSync(join(projectRoot, file), 'utf8').matchAll(
          /\]\((?!https?:|#|\/|mailto:|tel:|\{)([^)#\s]+)/g,
        ),
      ]
        .map(([, link = '']) => link)
        .filter((link) => !existsSync(join(projectRoot, dirname(file), link)))
        .map((link) => `${file}: ${link}`),
    );
  expect(wrong).toEqual([]);
  const records = readdirSync(join(projectRoot, 'docs/decisions'));
  const cited = sources.flatMap((file) =>
    [
      ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/decisions?[/ ](\d{4}(?:-[a-z0-9-]+\.md)?)/g),
    ].map(([, name = '']) => [file, name] as const),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(([, name]) => !records.some((record) => record.startsWith(name)))).toEqual([]);
});

test('the index of decisions has every record with its title, which states the decision', () => {
  const folder = join(projectRoot, 'docs/decisions');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const missing = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .filter((file) => {
      const [, title] = /^# \d{4}: (.+)\n/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
      return title === undefined || !index.includes(`[${file.slice(0, 4)}](${file}): ${title}\n`);
    });
  expect(missing).toEqual([]);
});

test('CONTRIBUTING.md has each script of package.json once; it has at most 200 lines, README.md 100', () => {
  const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
  const [, table = ''] = read('CONTRIBUTING.md').split('## Commands\n');
  const listed = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| `npm (?:run )?(\w+)/gm)].map(
    ([, name]) => name,
  );
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(listed.toSorted()).toEqual(Object.keys(scripts).toSorted());
  expect(read('README.md').split('\n').length).toBeLessThanOrEqual(101);
  expect(read('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(201);
});
