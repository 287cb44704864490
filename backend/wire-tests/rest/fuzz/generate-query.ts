import { operatorNames } from '../../../src/rest/operators.ts';
import type { Random } from './random.ts';

/** What a table has: its columns, and the tables it embeds by the name a request uses. */
export interface TableWords {
  columns: readonly string[];
  embeds: Readonly<Record<string, string>>;
}

export interface Vocabulary {
  tables: Readonly<Record<string, TableWords>>;
  /** The table that the query is about. */
  table: string;
  /** Share of names and values that are not what the place asks for, 0 to 1. */
  wildness: number;
}

const hostile = [
  `'; drop table zq; --`,
  `" or 1=1 --`,
  '\\',
  `\\' or ''='`,
  '$1',
  '$zq$ zq $zq$',
  '/* zq',
  '*/ zq',
  '-- zq',
  'zq;select 1',
  `E'\\x00'`,
  '\u0001zq',
  '🦊zq',
  '\u202ezq',
  '"',
  "'",
  '',
  ' ',
  'zq\nzq',
  '->',
  '->>',
  '::int; zq',
  '%',
  '*',
  '(',
  ')',
  ',',
  '.',
  '!',
  ':',
  '{',
  '}',
  '{zq,"zq"}',
  '0',
  '-1',
  '99999999999999999999',
  'null',
  'pgrst_row',
  'x'.repeat(80),
  '\ud800',
];
const operators = [...operatorNames, 'zq'];
const types = [
  'text',
  'int',
  'jsonb',
  'numeric',
  'double precision',
  'zq',
  'timestamp with time zone',
  'zq; drop',
];
const aggregates = ['.sum()', '.count()', '.avg()::text', '.max()::numeric', '.min()'];
const modifiers = ['', '.asc', '.desc', '.nullsfirst', '.desc.nullslast'];

/** Generates pairs of a query string: mostly grammatical, with hostile text in every place, sometimes broken on purpose. */
export function generateQuery(random: Random, words: Vocabulary): [string, string][] {
  const pairs: [string, string][] = [];
  if (random.chance(0.8)) pairs.push(['select', select(random, words, 0)]);
  for (let left = random.below(4); left > 0; left -= 1) pairs.push(filter(random, words));
  if (random.chance(0.4)) pairs.push([path(random, words) + 'order', order(random, words)]);
  if (random.chance(0.3))
    pairs.push([
      path(random, words) + random.pick(['limit', 'offset']),
      random.chance(words.wildness) ? text(random) : random.pick(['1', '0', '7']),
    ]);
  if (random.chance(0.1))
    pairs.push([
      random.pick(['columns', 'on_conflict']),
      [name(random, words), name(random, words)].join(','),
    ]);
  return random.chance(words.wildness) ? pairs.map((pair) => damage(random, pair)) : pairs;
}

function text(random: Random): string {
  return random.pick(hostile);
}

/** A value that a column of numbers or texts can be compared with. */
function plain(random: Random): string {
  return random.pick(['1', '2', '300']);
}

export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function name(random: Random, words: Vocabulary): string {
  if (!random.chance(words.wildness)) return random.pick(at(words).columns);
  return random.chance(0.7) ? quoted(text(random)) : text(random);
}

function field(random: Random, words: Vocabulary): string {
  let result = name(random, words);
  while (random.chance(words.wildness)) {
    const key = random.chance(0.5) ? random.pick(['a', '0', '-1', 'deep']) : quoted(text(random));
    result += random.pick(['->', '->>']) + key;
  }
  return result;
}

function at(words: Vocabulary): TableWords {
  return words.tables[words.table] ?? { columns: ['id'], embeds: { zq: 'zq' } };
}

function relation(random: Random, words: Vocabulary): string {
  return random.chance(words.wildness) ? name(random, words) : random.pick(Object.keys(at(words).embeds));
}

function select(random: Random, words: Vocabulary, depth: number): string {
  const items = Array.from({ length: random.below(4) + 1 }, () => selectItem(random, words, depth));
  return items.join(',');
}

function selectItem(random: Random, words: Vocabulary, depth: number): string {
  if (random.chance(0.15)) return '*';
  const alias = random.chance(words.wildness) ? `${name(random, words)}:` : '';
  if (random.chance(0.4) && depth < 4) {
    const front = random.chance(0.15 + words.wildness) ? '...' : alias;
    const wildHint = random.chance(words.wildness) ? `!${name(random, words)}` : '';
    const hint = random.chance(0.2) ? `!${random.pick(['inner', 'left'])}` : wildHint;
    const embed = relation(random, words);
    const inside = { ...words, table: at(words).embeds[embed] ?? words.table };
    return `${front}${embed}${hint}(${random.chance(0.1) ? '' : select(random, inside, depth + 1)})`;
  }
  const cast = random.chance(words.wildness) ? `::${random.pick(types)}` : '';
  const aggregate = random.chance(0.05 + words.wildness / 10)
    ? random.chance(words.wildness)
      ? '.zq()'
      : random.pick(aggregates)
    : '';
  return `${alias}${field(random, words)}${cast}${aggregate}`;
}

function path(random: Random, words: Vocabulary): string {
  let result = '';
  while (random.chance(words.wildness)) result += `${relation(random, words)}.`;
  return result;
}

function condition(random: Random, words: Vocabulary, inTree: boolean): string {
  const calm = !random.chance(words.wildness);
  const operator = random.pick(calm ? ['eq', 'neq', 'gt', 'isdistinct'] : operators);
  const negated = random.chance(0.2) ? 'not.' : '';
  const quantifier = !calm && random.chance(0.3) ? random.pick(['(any)', '(all)', '(zq)', '(english)']) : '';
  return `${negated}${operator}${quantifier}.${calm ? plain(random) : value(random, operator, inTree)}`;
}

function value(random: Random, operator: string, inTree: boolean): string {
  if (operator === 'is') return random.pick(['null', 'not_null', 'true', 'unknown', 'zq']);
  if (operator === 'in') {
    const items = Array.from({ length: random.below(4) }, () =>
      random.chance(0.6) ? quoted(text(random)) : text(random),
    );
    return `(${items.join(',')})`;
  }
  if (random.chance(0.2)) return `{${text(random)},${text(random)}}`;
  return inTree && random.chance(0.6) ? quoted(text(random)) : text(random);
}

function filter(random: Random, words: Vocabulary): [string, string] {
  if (random.chance(0.3)) {
    return [path(random, words) + random.pick(['or', 'and', 'not.or', 'not.and']), tree(random, words, 0)];
  }
  return [path(random, words) + field(random, words), condition(random, words, false)];
}

function tree(random: Random, words: Vocabulary, depth: number): string {
  const children = Array.from({ length: random.below(3) + 1 }, () =>
    random.chance(0.25) && depth < 6
      ? `${random.pick(['and', 'or', 'not.and', 'not.or'])}${tree(random, words, depth + 1)}`
      : `${field(random, words)}.${condition(random, words, true)}`,
  );
  return `(${children.join(',')})`;
}

function order(random: Random, words: Vocabulary): string {
  const terms = Array.from({ length: random.below(3) + 1 }, () => {
    const column = field(random, words);
    const term = random.chance(words.wildness) ? `${relation(random, words)}(${column})` : column;
    return term + (random.chance(words.wildness) ? '.zq' : random.pick(modifiers));
  });
  return terms.join(',');
}

/** Cuts, doubles or plants something somewhere. */
function damage(random: Random, [key, value]: [string, string]): [string, string] {
  const inKey = random.chance(0.2);
  const old = inKey ? key : value;
  const at = random.below(old.length + 1);
  const planted = random.chance(0.5) ? text(random) : '';
  const changed = old.slice(0, at) + planted + old.slice(at + random.below(3));
  return inKey ? [changed, value] : [key, changed];
}
