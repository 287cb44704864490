// Checks names: a file is named after its export, and exported names are unique.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';

const skipped = /(^|\/)(node_modules|build|\.react-router|\.data)$/;
const programs = globSync(
  '{backend,mail-reader,server,supabase,tools,site,e2e,product-tests}/**/*.{ts,tsx,mts,mjs}',
  {
    cwd: projectRoot,
    exclude: (name) => skipped.test(name),
  },
);

/** Source texts without comments. */
const texts = new Map(
  programs.map((file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8');
    return [file, source.replaceAll(/(?<=^|\s)\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')] as const;
  }),
);

function textOf(file: string): string {
  return texts.get(file) ?? '';
}

/** The words of a camelCase, kebab-case or snake_case name. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/**
 * Exceptions: files named by a role that many folders have, entry files, and benchmarks, which all export `bench`. A
 * route is named in routes.ts, and the router defines the names of its exports.
 */
const byRole = /(^|\/)(deps|context|index)\.ts$|\.bench\.ts$|^site\/[\w.-]+\.ts$/;
const routeExports = new Set(['loader', 'action', 'meta', 'handle', 'headers', 'links', 'Layout']);

test('a file with one export is named after it', () => {
  const wrong = programs
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !byRole.test(file))
    .flatMap((file) => {
      const text = textOf(file);
      const exports = [
        ...text.matchAll(
          /^export (?:default )?(?:async |abstract )*(?:function\*?|const|let|class|interface|type)\s+(\w+)/gm,
        ),
      ].map(([, name = '']) => name);
      if (exports.length !== 1 || exports.some((name) => routeExports.has(name))) return [];
      if (/^export ([{*]|default (function )?[(\w])/m.test(text)) return [];
      const name = wordsOf(exports[0] ?? '').join('-');
      const expected = [name, name.replace(/^(create|start|install)-|-fixture$/, '')];
      return expected.includes(
        wordsOf(basename(file).replace(/(\.(?:server|fixture))?\.tsx?$/, '')).join('-'),
      )
        ? []
        : [file];
    });
  expect(wrong).toEqual([]);
});

/** Unique in the product, so that auto-import offers the right one. Components of routes are default exports. */
test('an exported name is unique, but for those that the router requires of routes', () => {
  const inProduct = /^(backend\/src|mail-reader\/src|server|cli|site\/app|site\/server)\//;
  // Exports that the router requires, and catalogues of another language (NAME-texts.fr.ts), which have the names of
  // NAME-texts.ts.
  const isExempt = (name: string) =>
    routeExports.has(name) ||
    /^(client(Loader|Action)|shouldRevalidate|middleware|ErrorBoundary|HydrateFallback)$/.test(name);
  const found = new Map<string, Set<string>>();
  for (const file of programs) {
    if (
      !inProduct.test(file) ||
      /\.(test|fixture)\.|\.d\.m?ts$|-texts\.\w+\.ts$|database-types\.ts$/.test(file)
    )
      continue;
    for (const name of exportsOf(textOf(file)))
      if (!isExempt(name)) found.set(name, (found.get(name) ?? new Set()).add(file));
  }
  const twice = [...found].filter(([, where]) => where.size > 1);
  expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
});

/** Names that are exported by declaration or by list, without default exports. */
function exportsOf(text: string): string[] {
  const declared = [
    ...text.matchAll(
      /^export (?:async |abstract )*(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/gm,
    ),
  ].map(([, name = '']) => name);
  const patterns = [...text.matchAll(/^export (?:const|let) \{([^}]*)\}\s*=/gm)].flatMap(([, list = '']) =>
    list.split(',').map((part) => part.split(':').at(-1)?.trim() ?? ''),
  );
  // `export { a as b }` without `from`, which would offer a name a second time.
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}(?!\s*from)/gm)].flatMap(([, list = '']) =>
    list.split(',').map((part) =>
      part
        .replace(/.*\sas\s/, '')
        .replace(/^\s*type\s/, '')
        .trim(),
    ),
  );
  return [...declared, ...patterns, ...listed].filter(Boolean);
}
