// Checks which style sheet may name which class (docs/decisions/0039).
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const app = join(import.meta.dirname, '../../site/app');
const read = (name: string) => readFileSync(join(app, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
const sheets = new Map(globSync('**/*.css', { cwd: app }).map((name) => [name, read(name)]));
const components = new Map(globSync('**/*.tsx', { cwd: app }).map((name) => [name, read(name)]));

/** Folders whose classes are intentionally global: primitives that every page uses. */
const globalFolders = ['ui/', 'art/'];

const isIn = (folders: readonly string[], name: string) => folders.some((folder) => name.startsWith(folder));
const isModule = (name: string) => name.endsWith('.module.css');
const modules = [...sheets].filter(([name]) => isModule(name));

/** The selectors of a sheet, without at-rules. */
function selectorsOf(css: string): string[] {
  return [...css.matchAll(/([^{};]+)\{/g)]
    .map(([, text = '']) => text.trim())
    .filter((text) => text[0] !== '@');
}

const globalClass = /:global\(\.([\w-]+)\)/g;
const composedClasses = /\bcomposes:([\w\s-]+) from global;/g;
const anyClass = /\.([a-zA-Z][\w-]*)/g;

function classesOf(css: string): Set<string> {
  const local = selectorsOf(css).map((selector) => selector.replaceAll(globalClass, ''));
  return new Set(local.flatMap((selector) => [...selector.matchAll(anyClass)].map(([, name = '']) => name)));
}

/** Each global class, with the sheets that define it. */
const globalClasses = new Map<string, string[]>();
for (const [name, css] of sheets) {
  if (isModule(name)) continue;
  for (const one of classesOf(css)) globalClasses.set(one, [...(globalClasses.get(one) ?? []), name]);
}

/** Whether a component of this folder may use what that sheet defines. */
function mayUse(file: string, sheet: string): boolean {
  if (isIn(globalFolders, sheet)) return true;
  const [area, folder] = sheet.split('/');
  return file.startsWith(folder === 'screen' || folder === 'page' ? `${area}/` : `${dirname(sheet)}/`);
}

/** The class names that are written out in the className attributes of a component. */
function writtenClasses(source: string): string[] {
  const attributes = source.matchAll(/className=(?:"([^"]*)"|\{([^{}]*)\})/g);
  return [...attributes].flatMap(([, text, expression = '']) => {
    const plain = expression.replaceAll(/\b(?!classNames)\w+\([^()]*\)/g, '');
    const texts = text === undefined ? [...plain.matchAll(/'([^']*)'/g)].map(([, one = '']) => one) : [text];
    return texts.flatMap((one) => one.split(/\s+/)).filter(Boolean);
  });
}

test('a style sheet outside ui and art is a CSS module', () => {
  const global = [...sheets.keys()].filter((name) => !isModule(name) && name !== 'app.css');
  expect(global.filter((name) => !isIn(globalFolders, name))).toEqual([]);
});

test('two CSS modules have two names, for the classes are named after them', () => {
  const names = modules.map(([name]) => basename(name));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a component names only global classes that it may use', () => {
  const wrong = [...components].flatMap(([file, source]) =>
    writtenClasses(source)
      .filter((one) => !(globalClasses.get(one) ?? []).some((sheet) => mayUse(file, sheet)))
      .map((one) => `${one} (${file})`),
  );
  expect(wrong).toEqual([]);
});

test('a CSS module names only global classes that it may use', () => {
  const wrong = modules.flatMap(([file, css]) =>
    [
      ...[...css.matchAll(globalClass)].map(([, one = '']) => one),
      ...[...css.matchAll(composedClasses)].flatMap(([, names = '']) => names.trim().split(/\s+/)),
    ]
      .filter((one) => !(globalClasses.get(one) ?? []).some((sheet) => mayUse(file, sheet)))
      .map((one) => `${one} (${file})`),
  );
  expect(wrong).toEqual([]);
});

test('a component uses only classes that its CSS module has, and each class is used', () => {
  const used = new Map(modules.map(([name]) => [name, new Set<string>()]));
  const missing: string[] = [];
  for (const [file, source] of components) {
    for (const [, local, path = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const module = relative(app, resolve(app, dirname(file), path));
      const classes = classesOf(sheets.get(module) ?? '');
      for (const [, name = ''] of source.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) {
        used.get(module)?.add(name);
        if (!classes.has(name)) missing.push(`${name} (${file})`);
      }
    }
  }
  const unused = modules.flatMap(([name, css]) =>
    [...classesOf(css)].filter((one) => !used.get(name)?.has(one)).map((one) => `${one} (${name})`),
  );
  expect({ missing, unused }).toEqual({ missing: [], unused: [] });
});

test('each utility class is used', () => {
  const markup = globSync('**/*.{ts,tsx}', { cwd: app }).map(read);
  const composed = modules.flatMap(([, css]) => [...css.matchAll(composedClasses)].map(([text]) => text));
  const words = new Set([...markup, ...composed].flatMap((text) => text.split(/[^\w-]+/)));
  const classes = [...classesOf(read('ui/utility-classes.css'))];
  expect(classes.filter((one) => !words.has(one))).toEqual([]);
});

test('each custom property that a style sheet reads is set, and each set one is read', () => {
  const css = [...sheets.values()].join('\n');
  const scripts = globSync('**/*.{ts,tsx}', { cwd: app }).map(read).join('\n');
  const wanted = new Set([...css.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name = '']) => name));
  const set = new Set([...css.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name));
  const unset = [...wanted].filter((name) => !set.has(name) && !scripts.includes(name));
  const unread = [...set].filter((name) => !css.includes(`var(${name}`) && !scripts.includes(name));
  expect({ unset, unread }).toEqual({ unset: [], unread: [] });
});

test('a script finds elements only by global classes that it may use', () => {
  const calls = /\b(?:querySelector(?:All)?|closest|matches)(?:<[^(]*>)?\(\s*(['"`])([\s\S]*?)\1/g;
  const wrong = globSync('**/*.{ts,tsx}', { cwd: app })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...read(file).matchAll(calls)]
        .flatMap(([, , selector = '']) => [...selector.replaceAll(/\$\{[^}]*\}/g, '').matchAll(anyClass)])
        .filter(([, one = '']) => !(globalClasses.get(one) ?? []).some((sheet) => mayUse(file, sheet)))
        .map(([, one]) => `${one} (${file})`),
    );
  expect(wrong).toEqual([]);
});
