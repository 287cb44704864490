// Runs the `@example` lines of doc comments: `call // result`, or `call // throws part of the message`. A result may
// omit properties.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;
const texts = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
);

const examples = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(/^ \* @example\n((?: \* {3}.*\n)+)/gm)].flatMap(([, lines = '']) =>
    lines
      .trimEnd()
      .split('\n')
      .map((line) => ({ file, line: line.replace(/^ \*\s+/, '') })),
  ),
);

type Scope = Record<string, unknown>;

function evaluate(code: string, scope: Scope): unknown {
  return (compileFunction(`return (${code})`, Object.keys(scope)) as (...values: unknown[]) => unknown)(
    ...Object.values(scope),
  );
}

test.each(examples)('the example in a comment of $file gives its result: $line', async ({ file, line }) => {
  const scope = (await import(pathToFileURL(join(folder, file)).href)) as Scope;
  const [, call = '', result = ''] = /^(.*) \/\/ (.*)$/.exec(line) ?? [];
  const run = async (): Promise<unknown> => evaluate(call, scope);
  const [, message] = /^throws (.*)$/.exec(result) ?? [];
  if (message !== undefined) return expect(run()).rejects.toThrow(message);
  const expected = evaluate(result, scope);
  const actual = expect(await run());
  return typeof expected === 'object' && expected !== null
    ? actual.toMatchObject(expected)
    : actual.toBe(expected);
});

test('each parser of rest/parse has an example', () => {
  const parsers = [...texts].flatMap(([file, text]) =>
    file.startsWith('rest/parse/')
      ? [...text.matchAll(/^export (?:async )?function (parse\w+|looks\w+)/gm)].map(([, name = '']) => name)
      : [],
  );
  expect(parsers).toContain('parseSelect');
  const withExample = examples.map(({ line }) => line);
  expect(parsers.filter((name) => !withExample.some((line) => line.startsWith(`${name}(`)))).toEqual([]);
});
