import { expect, test } from 'vitest';
import { Random } from '../../wire-tests/rest/fuzz/random.ts';
import { fuzzRounds } from '../../wire-tests/target.ts';
import { InvalidJsonError } from './byte-reader.ts';
import { type JsonVisitor, readJsonScalar, scanJson } from './scan-json.ts';

function isAccepted(json: string | Uint8Array[]): boolean {
  try {
    for (const _ of scanJson(json, {}));
    return true;
  } catch (error) {
    if (error instanceof InvalidJsonError) return false;
    throw error;
  }
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const tokens = (
  '{|}|[|]|,|:|"a"|"|\\|"\\u00e9"|"\\u12"|"\\n"|"\n"|""|"\\""|1|-|0|01|1.5|1.|.5|1e5|1e|1E+2|-0|+1|true|nul|null|' +
  'Infinity| |\t|\u00a0|\ufeff|"k":|"k":1|{}|[]|"\u0001"|"\u2028"|"\ud800"'
).split('|');
const documents = [
  JSON.stringify([{ a: 1, b: [1, { c: 'x' }] }, { d: 'é\\"' }]),
  JSON.stringify({ a: { b: { c: [[], [{}]] } }, e: [true, null, -1.5e10] }, null, 2),
];

test('accepts exactly what JSON.parse accepts', () => {
  const random = new Random(20261122);
  const different: string[] = [];
  let accepted = 0;
  const rounds = fuzzRounds(15_000, 60_000);
  for (let round = 0; round < rounds; round += 1) {
    const document = random.pick(documents);
    const at = random.below(document.length);
    const text = random.pick([
      () => Array.from({ length: 1 + random.below(6) }, () => random.pick(tokens)).join(''),
      () => document.slice(0, at) + random.pick(tokens) + document.slice(at + random.below(3)),
      () => document.slice(0, at),
    ])();
    const outcome = isAccepted(text);
    accepted += Number(outcome);
    if (outcome !== isParsed(text)) different.push(text);
    const chunks = splitAtRandom(Buffer.from(text), random);
    if (outcome !== isAccepted(chunks)) different.push(chunks.join('|'));
  }
  expect(different).toEqual([]);
  expect(accepted).toBeGreaterThan(rounds / 20);
});

function splitAtRandom(bytes: Buffer, random: Random): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + random.below(4);
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return chunks;
}

test('finds the same keys and values in chunks as in one piece', () => {
  const random = new Random(20261128);
  for (const document of documents) {
    const bytes = Buffer.from(document);
    const inOnePiece = readKeys([bytes]);
    expect(inOnePiece.length).toBeGreaterThan(1);
    for (let round = 0; round < 200; round += 1)
      expect(readKeys(splitAtRandom(bytes, random))).toEqual(inOnePiece);
  }
});

function readKeys(chunks: Uint8Array[]): unknown[] {
  const keys: unknown[] = [];
  const visitor: JsonVisitor = {
    key(key, depth) {
      const raw = key.raw();
      keys.push([String(raw), depth, key.valueStart, key.is(raw), key.is(Buffer.from('zz'))]);
    },
  };
  for (const _ of scanJson(chunks, visitor));
  return keys.map((each) => [...(each as unknown[]), readJsonScalar(chunks, (each as number[])[2] ?? 0)]);
}

test('reads a scalar where it begins, and no object or list', () => {
  const text = '{"a":"x\\"y","b":-1.50,"c":null,"d":[1],"e":{}}';
  const values = ['"x', '-1.5', 'null', '[1]', '{}}'].map((start) =>
    readJsonScalar(text, text.indexOf(start)),
  );
  expect(values).toEqual(['x"y', -1.5, null, null, null]);
});
