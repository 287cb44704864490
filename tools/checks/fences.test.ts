// What may import what (docs/decisions/0001), who reads the environment, and the size of files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { allowedImports, allowedInside } from './allowed-imports.ts';

const skipped = /(^|\/)(node_modules|build|\.react-router|\.git|\.data|test-results|screenshots)(\/|$)/;
const generated = new Set(['site/app/data/database-types.ts']);

const files = readdirSync(projectRoot, { recursive: true, encoding: 'utf8' })
  .filter((name) => !skipped.test(name))
  .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && statSync(join(projectRoot, name)).isFile());
const sources = files.filter((name) => !generated.has(name));
const texts = new Map(sources.map((name) => [name, readFileSync(join(projectRoot, name), 'utf8')]));

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
  return top === 'backend' ? 'wire-tests' : top;
}

interface Import {
  from: string;
  to: string;
}

function importsOf(file: string): Import[] {
  const found = (texts.get(file) ?? '').matchAll(
    /(?:^|[;\n])\s*(?:import|export)\s+(?:type\s)?(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
  );
  return [...found].flatMap(([, named, lazy]) => {
    const specifier = named ?? lazy ?? '';
    let to: string | undefined;
    if (specifier.startsWith('@fairlead/backend/')) {
      to = specifier.replace('@fairlead/backend/', 'backend/src/');
    } else if (specifier.startsWith('.') && !specifier.includes('+types')) {
      to = relative(projectRoot, resolve(join(projectRoot, dirname(file)), specifier.replace(/\?.*$/, '')));
    }
    if (!to || to.startsWith('..')) return [];
    return [{ from: file, to }];
  });
}

const imports = sources.flatMap(importsOf);

/** Paths that lead back to their beginning. */
function cyclesIn(edges: readonly { from: string; to: string }[]): string[] {
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

describe('imports', () => {
  test('every import between modules is an allowed one', () => {
    // Tests and their fixtures may also import what starts the thing they test.
    const isTest = (file: string) => /^(backend\/src|server|tools)\/.*\.(test|fixture)\.ts$/.test(file);
    const wrong = imports
      .filter(({ from }) => !isTest(from))
      .map(({ from, to }) => ({ from: moduleOf(from), to: moduleOf(to), file: from }))
      .filter(({ from, to }) => from !== to && !allowedImports[from]?.includes(to));
    expect(wrong.map(({ from, to, file }) => `${from} → ${to} (${file})`)).toEqual([]);
  });

  test('every import between the folders of a large module is an allowed one', () => {
    const wrong = Object.entries(allowedInside).flatMap(([module, folders]) => {
      const folderOf = (file: string) => {
        const [first, second] = relative(module, file).split('/');
        return second === undefined || first === '..' ? undefined : first;
      };
      return imports
        .map(({ from, to }) => ({ file: from, from: folderOf(from), to: folderOf(to) }))
        .filter(({ file }) => !file.includes('.test.'))
        .filter(({ from, to }) => from !== undefined && to !== undefined && from !== to)
        .filter(({ from = '', to = '' }) => !folders[from]?.includes(to));
    });
    expect(wrong.map(({ file, to }) => `${file} → ${to}`)).toEqual([]);
  });

  test('no cycle between the folders of a large module', () => {
    const edges = Object.entries(allowedInside).flatMap(([module, folders]) =>
      Object.entries(folders).flatMap(([from, all]) =>
        all.map((to) => ({ from: `${module}/${from}`, to: `${module}/${to}` })),
      ),
    );
    expect(cyclesIn(edges)).toEqual([]);
  });

  test('no cycle between modules', () => {
    const edges = Object.entries(allowedImports).flatMap(([from, all]) => all.map((to) => ({ from, to })));
    expect(cyclesIn(edges)).toEqual([]);
  });

  test('no cycle between files', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });

  test('only the server, the commands, the root and the tests import both site and backend', () => {
    const both = [...Map.groupBy(imports, ({ from }) => from)]
      .filter(([, all]) =>
        ['site/', 'backend/src/'].every((part) => all.some(({ to }) => to.startsWith(part))),
      )
      .map(([file]) => file)
      .filter((file) => !/^(server|tools|e2e|supabase)\//.test(file));
    expect(both).toEqual([]);
  });

  test('the backend does not import the site, and knows nothing of agencies', () => {
    const inside = sources.filter((file) => file.startsWith('backend/src/') && !file.endsWith('.test.ts'));
    expect(imports.filter(({ from, to }) => from.startsWith('backend/') && to.startsWith('site/'))).toEqual(
      [],
    );
    const words = /\b(leads?|lead_\w+|agency|agencies)\b|pricing|proposal/i;
    expect(inside.filter((file) => words.test(withoutComments(texts.get(file) ?? '')))).toEqual([]);
  });

  test('only the commands, e2e, bench, drills and tests read the environment of the process', () => {
    // functions/worker runs in a process of its own, whose environment is the function's.
    const readers =
      /^(server\/commands\/|tools\/|playwright\.config\.ts|e2e\/|backend\/src\/functions\/worker\/|backend\/wire-tests\/)/;
    const wrong = sources
      .filter((name) => !readers.test(name) && !name.includes('.test.'))
      .filter((name) =>
        /process\.env\b|\benv\b[^;]*\} = process\b|from 'node:process'/.test(texts.get(name) ?? ''),
      );
    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test('only one file names the storages of the browser, for which an access may throw', () => {
    const storages = /\b(?:localStorage|sessionStorage|indexedDB|cookieStore)\b|\bdocument\.cookie\b/;
    const naming = [...texts]
      .filter(([file, text]) => /^site\/app\/.*(?<!\.test)\.tsx?$/.test(file) && storages.test(text))
      .map(([file]) => file);
    expect(naming).toEqual(['site/app/ui/browser-storage.ts']);
  });

  test('no dumping ground', () => {
    const banned = /(^|[/.-])(utils?|helpers?|misc|common|shared|lib)([/.-]|$)/;
    expect(files.filter((name) => banned.test(name))).toEqual([]);
  });

  // The tests of a worker share one product: leads of the same address would be counted twice.
  test('an address of a visitor belongs to one browser test file', () => {
    const uses = [...texts]
      .filter(([name]) => /^e2e\/.*\.test\.ts$/.test(name))
      .flatMap(([name, text]) =>
        [...new Set(text.match(/[\w.+-]+@roy\.example/g))].map((address) => ({ name, address })),
      );
    const shared = [...Map.groupBy(uses, ({ address }) => address)]
      .filter(([address, names]) => address !== 'ana@roy.example' && names.length > 1)
      .map(([address, names]) => `${address}: ${names.map(({ name }) => name).join(', ')}`);
    expect(shared).toEqual([]);
  });

  test('a file has at most 400 lines, the median under 160', () => {
    const lengths = [...texts].map(([name, text]) => ({ name, lines: text.split('\n').length - 1 }));
    const long = lengths.filter(({ lines }) => lines > 400);
    expect(long.map(({ name, lines }) => `${name}: ${lines}`)).toEqual([]);
    const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(160);
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
}
