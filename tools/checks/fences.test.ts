// Checks which modules may import which (import-levels.ts), and query keys. What a linter can check is in .oxlintrc.json:
// cycles of files, what reads the environment and the browser's storages, and sizes of files.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { importLevels, subfolderLevels, allowedImports } from './import-levels.ts';

const skipped = /(^|\/)(node_modules|build|\.react-router|\.git|\.data|test-results|screenshots)$/;
const generated = new Set(['site/app/data/database-types.ts']);

const files = globSync('**/*.{ts,tsx,mjs}', {
  cwd: projectRoot,
  exclude: (name) => skipped.test(name),
});
const texts = new Map(
  files
    .filter((name) => !generated.has(name))
    .map((name) => [name, readFileSync(join(projectRoot, name), 'utf8')]),
);

/** Sources with a violation that a check must find. */
function seeded(file: string, text: string): Map<string, string> {
  return new Map([[file, text]]);
}

/** The module of a file: the unit between which imports are allowed. */
function moduleOf(file: string): string {
  const site = /^site\/app\/([^/]+)(\/|$)/.exec(file);
  if (site) return file.split('/').length > 3 ? `site/${site[1]}` : 'site/root';
  const backend = /^backend\/src\/([^/]+)(\/|$)/.exec(file);
  if (backend) return file.split('/').length > 3 ? `backend/${backend[1]}` : 'backend/root';
  const [top = '', second] = file.split('/');
  if (second === undefined) return 'root';
  if (top === 'tools') return `tools/${second}`;
  if (top === 'site' && second === 'fonts') return 'site/fonts';
  if (top === 'site') return second === 'server' ? 'site-server' : 'site-build';
  if (top === 'mail-reader') return second === 'src' ? 'mail-reader' : 'mail-reader-tests';
  if (top !== 'backend') return top;
  return second === 'fakes' ? 'backend/fakes' : 'wire-tests';
}

interface Import {
  from: string;
  to: string;
}

/** The parts that are packages, with a file that represents each of their exports. */
const exported: Record<string, string> = {
  backend: 'backend/src/exports/any.ts',
  'backend/testing': 'backend/wire-tests/testing.ts',
  'mail-reader': 'mail-reader/src/index.ts',
  'mail-reader/testing': 'mail-reader/corpus/testing.ts',
};
const packages = /^(backend|mail-reader)\//;

const importPattern =
  /(?:^|[;\n])\s*(?:import|export)\s+(?:type\s)?(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

function importsIn(sources: Map<string, string>): Import[] {
  return [...sources].flatMap(([from, text]) =>
    [...text.matchAll(importPattern)].flatMap(([, named, lazy]) => {
      const specifier = named ?? lazy ?? '';
      let to: string | undefined;
      const [, part = '', entry = ''] = /^@fairlead\/(backend|mail-reader)(\/testing)?/.exec(specifier) ?? [];
      if (part !== '') to = exported[`${part}${entry}`];
      else if (specifier.startsWith('.') && !specifier.includes('+types')) {
        to = relative(projectRoot, resolve(join(projectRoot, dirname(from)), specifier.replace(/\?.*$/, '')));
      }
      return !to || to.startsWith('..') ? [] : [{ from, to }];
    }),
  );
}

/** Outside of a package, only its exports may be imported. */
function reachesIntoPackage({ from, to }: Import): boolean {
  const [folder] = packages.exec(to) ?? [];
  return folder !== undefined && !from.startsWith(folder) && !Object.values(exported).includes(to);
}

/** A package imports no other part of the product, not even in its tests. */
function leavesPackage({ from, to }: Import): boolean {
  const [folder] = packages.exec(from) ?? [];
  return folder !== undefined && !to.startsWith(folder);
}

/** Imports from a level to a lower one, and those that `only` allows. */
function isAllowed(from: string, to: string): boolean {
  const level = (module: string) => importLevels.findIndex((line) => line.split(' ').includes(module));
  const limit = Object.entries(allowedImports).find(([module]) =>
    new RegExp(`^(${module})$`).test(from),
  )?.[1];
  return level(from) !== -1 && level(from) < level(to) && (limit?.test(to) ?? true);
}

/** Tests and their fixtures may also import what starts the thing they test. */
const isTest = (file: string) =>
  /^(backend\/src|mail-reader\/src|server|tools)\/.*\.(test|fixture)\.ts$/.test(file);

function wrongImports(sources: Map<string, string>): string[] {
  return importsIn(sources)
    .filter(({ from, to }) => {
      const [module, other] = [moduleOf(from), moduleOf(to)];
      if (reachesIntoPackage({ from, to }) || leavesPackage({ from, to })) return true;
      return !isTest(from) && module !== other && !isAllowed(module, other);
    })
    .map(({ from, to }) => `${from} → ${to}`);
}

function wrongImportsInside(sources: Map<string, string>): string[] {
  const imports = importsIn(sources).filter(({ from }) => !/\.(test|fixture)\./.test(from));
  return Object.entries(subfolderLevels).flatMap(([module, lines]) => {
    const folderOf = (file: string) => {
      const [first, second] = relative(module, file).split('/');
      return second === undefined || first === '..' ? undefined : first;
    };
    const level = (folder: string) => lines.findIndex((line) => line.split(' ').includes(folder));
    return imports.flatMap(({ from, to }) => {
      if (!from.startsWith(`${module}/`) || !to.startsWith(`${module}/`)) return [];
      const [a, b] = [folderOf(from), folderOf(to)];
      if (a === undefined || b === undefined || a === b) return [];
      return level(a) !== -1 && level(a) < level(b) ? [] : [`${from} → ${b}`];
    });
  });
}

/** Import paths that lead back to their beginning. */
function cyclesIn(edges: readonly Import[]): string[] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const finished = new Set<string>();
  const cycles = new Set<string>();
  function visit(node: string, path: string[]): void {
    if (path.includes(node)) cycles.add([...path.slice(path.indexOf(node)), node].join(' → '));
    else if (!finished.has(node)) for (const { to } of targets.get(node) ?? []) visit(to, [...path, node]);
    finished.add(node);
  }
  for (const node of targets.keys()) visit(node, []);
  return [...cycles];
}

/** The imports between folders that are side by side, as paths of these folders. Files beside them are free. */
function importsBetweenFolders(sources: Map<string, string>): Import[] {
  return importsIn(sources)
    .filter(
      ({ from }) => /^(site|server|backend|mail-reader)\//.test(from) && !/\.(test|fixture)\./.test(from),
    )
    .flatMap(({ from, to }) => {
      const [path, other] = [dirname(from).split('/'), dirname(to).split('/')];
      const apart = path.findIndex((folder, index) => folder !== other[index]);
      if (apart === -1 || apart >= other.length) return [];
      return [{ from: path.slice(0, apart + 1).join('/'), to: other.slice(0, apart + 1).join('/') }];
    });
}

function backendFilesOfAgencies(sources: Map<string, string>): string[] {
  const words = /\b(leads?|lead_\w+|agency|agencies)\b|pricing|proposal/i;
  return [...sources]
    .filter(([file]) => file.startsWith('backend/src/') && !file.endsWith('.test.ts'))
    .filter(([, text]) => words.test(withoutComments(text)))
    .map(([file]) => file);
}

describe('imports', () => {
  test('B-490 every import between modules goes to a lower level, and none leaves the backend or the mail reader', () => {
    expect(wrongImports(texts)).toEqual([]);
  });

  test.each([
    ['server/seeded.ts', '../e2e/product/product.ts'],
    ['server/seeded.ts', '../tools/bench/report.ts'],
    ['server/seeded.ts', '../site/app/public/seeded.ts'],
    ['backend/src/rest/seeded.ts', '../../../server/settings/config.ts'],
    ['backend/src/rest/seeded.ts', '../auth/seeded.ts'],
    ['backend/wire-tests/seeded.ts', '../../server/settings/config.ts'],
    ['site/app/ui/seeded.ts', '../dashboard/seeded.ts'],
    ['site/app/public/seeded/one.ts', '../../dashboard/seeded.ts'],
    ['site/app/data/seeded.ts', '@fairlead/backend'],
    ['server/seeded.ts', '@fairlead/backend/testing'],
    ['server/seeded.ts', '../backend/src/index.ts'],
    ['tools/drills/seeded.ts', '../../backend/wire-tests/server.ts'],
    ['tools/bench/seeded.ts', '../checks/seeded.ts'],
    ['new-folder/seeded.ts', '../server/settings/config.ts'],
    ['mail-reader/src/seeded.ts', '../../server/settings/config.ts'],
    ['mail-reader/src/seeded.test.ts', '../../tools/fakes/imap/imap-server.ts'],
    ['mail-reader/src/seeded.ts', '@fairlead/backend/errors'],
    ['mail-reader/src/seeded.ts', '../corpus/corpus.ts'],
    ['backend/src/rest/seeded.test.ts', '../../../server/settings/config.ts'],
    ['server/seeded.ts', '../mail-reader/src/read-mail.ts'],
    ['server/seeded.ts', '@fairlead/mail-reader/testing'],
    ['site/app/data/seeded.ts', '@fairlead/mail-reader'],
  ])('an import that %s must not have is found: %s', (file, specifier) => {
    expect(wrongImports(seeded(file, `import '${specifier}';`))).toHaveLength(1);
  });

  // Otherwise `npm run check` fails in a clone that was not built.
  test('a file that imports what a build makes is listed in knip.json', () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));
    const { imports } = read('package.json') as { imports: Record<string, string> };
    const { ignoreIssues } = read('knip.json') as { ignoreIssues: Record<string, string[]> };
    const built = Object.keys(imports).filter((name) => imports[name]?.includes('/build/'));
    expect(built).not.toEqual([]);
    const importing = [...texts]
      .filter(([, text]) => built.some((name) => text.includes(`import('${name}')`)))
      .map(([file]) => file);
    expect(Object.keys(ignoreIssues)).toEqual(importing);
  });

  test('every import between the folders of a large module goes to a lower level', () => {
    expect(wrongImportsInside(texts)).toEqual([]);
    const wrong = [
      ['site/app/dashboard/screen/seeded.ts', '../inbox/seeded.ts'],
      ['site/app/dashboard/mail/seeded.ts', '../team/seeded.ts'],
      ['backend/src/rest/parse/seeded.ts', '../sql/seeded.ts'],
      ['mail-reader/src/parse/seeded.ts', '../fold/seeded.ts'],
    ];
    for (const [file = '', specifier = ''] of wrong)
      expect(wrongImportsInside(seeded(file, `import '${specifier}';`))).toHaveLength(1);
  });

  test('no two folders side by side import each other, not even through a third one', () => {
    expect(cyclesIn(importsBetweenFolders(texts))).toEqual([]);
    const mutual = new Map([
      ['server/one/a.ts', "import '../two/deep/b.ts';"],
      ['server/two/c.ts', "export { a } from '../one/a.ts';"],
    ]);
    expect(cyclesIn(importsBetweenFolders(mutual))).toEqual(['server/one → server/two → server/one']);
    const fine = new Map([['server/one/a.ts', "import '../two/b.ts'; import '../c.ts';"]]);
    expect(cyclesIn(importsBetweenFolders(fine))).toEqual([]);
  });

  test('the backend knows nothing of agencies', () => {
    expect(backendFilesOfAgencies(texts)).toEqual([]);
    const file = 'backend/src/rest/seeded.ts';
    expect(backendFilesOfAgencies(seeded(file, 'export const table = `leads`;'))).toEqual([file]);
  });
});

describe('files', () => {
  test('no dumping ground', () => {
    const banned = /(^|[/.-])(utils?|helpers?|misc|common|shared|lib)([/.-]|$)/;
    expect(files.filter((name) => banned.test(name))).toEqual([]);
  });

  // The tests of a worker share one product, so leads of the same address would be counted twice.
  test('an address of a visitor belongs to one browser test file', () => {
    const uses = [...texts]
      .filter(([name]) => /^(e2e|product-tests)\/.*\.test\.ts$/.test(name))
      .flatMap(([name, text]) =>
        [...new Set(text.match(/[\w.+-]+@roy\.example/g))].map((address) => ({ name, address })),
      );
    const shared = [...Map.groupBy(uses, ({ address }) => address)]
      .filter(([address, names]) => address !== 'ana@roy.example' && names.length > 1)
      .map(([address, names]) => `${address}: ${names.map(({ name }) => name).join(', ')}`);
    expect(shared).toEqual([]);
  });

  // The cache has one entry per key, so two reads with the same key would each show the result of the other.
  test('a query key belongs to one query', () => {
    const written = /(?:(?<!Queries\(\{ )queryKey: |usePagedQuery\(|(\w+Key) = )\[([^\]]*)\]/g;
    const keys = [...texts]
      .filter(([name]) => name.startsWith('site/app/'))
      .flatMap(([name, text]) =>
        [...text.matchAll(written)].map(([, constant = '', parts = '']) => ({ name, constant, parts })),
      );
    const constants = new Map(keys.map(({ constant, parts }) => [constant, parts]));
    const whole = (parts: string): string =>
      parts.replaceAll(/\.\.\.(\w+)/g, (spread, constant: string) => {
        const start = constants.get(constant);
        return start === undefined ? spread : whole(start);
      });
    const twice = [...Map.groupBy(keys, ({ parts }) => whole(parts))]
      .filter(([, uses]) => uses.length > 1)
      .map(([key, uses]) => `[${key}]: ${uses.map(({ name }) => name).join(', ')}`);
    expect(keys.length).toBeGreaterThan(50);
    expect(twice).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
}
