import { filterOperatorNames } from '../../../src/rest/operators.ts';
import type { Random } from './random.ts';

/** Columns, and tables to embed by the names that requests use. */
interface TableNames {
  columns: readonly string[];
  embeds: Readonly<Record<string, string>>;
}

export interface Vocabulary {
  tables: Readonly<Record<string, TableNames>>;
  table: string;
  /** Share of invalid names and values, 0 to 1. */
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
const operators = [...filterOperatorNames, 'zq'];
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

/** Mostly valid, with hostile text in all positions, sometimes intentionally corrupted. */
export function generateQuery(random: Random, vocabulary: Vocabulary): [string, string][] {
  const pairs: [string, string][] = [];
  if (random.chance(0.8)) pairs.push(['select', select(random, vocabulary, 0)]);
  for (let left = random.below(4); left > 0; left -= 1) pairs.push(filter(random, vocabulary));
  if (random.chance(0.4)) pairs.push([path(random, vocabulary) + 'order', order(random, vocabulary)]);
  if (random.chance(0.3))
    pairs.push([
      path(random, vocabulary) + random.pick(['limit', 'offset']),
      random.chance(vocabulary.wildness) ? text(random) : random.pick(['1', '0', '7']),
    ]);
  if (random.chance(0.1))
    pairs.push([
      random.pick(['columns', 'on_conflict']),
      [name(random, vocabulary), name(random, vocabulary)].join(','),
    ]);
  return random.chance(vocabulary.wildness) ? pairs.map((pair) => damage(random, pair)) : pairs;
}

function text(random: Random): string {
  return random.pick(hostile);
}

function plain(random: Random): string {
  return random.pick(['1', '2', '300']);
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function name(random: Random, vocabulary: Vocabulary): string {
  if (!random.chance(vocabulary.wildness)) return random.pick(at(vocabulary).columns);
  return random.chance(0.7) ? quoted(text(random)) : text(random);
}

function field(random: Random, vocabulary: Vocabulary): string {
  let result = name(random, vocabulary);
  while (random.chance(vocabulary.wildness)) {
    const key = random.chance(0.5) ? random.pick(['a', '0', '-1', 'deep']) : quoted(text(random));
    result += random.pick(['->', '->>']) + key;
  }
  return result;
}

function at(vocabulary: Vocabulary): TableNames {
  return vocabulary.tables[vocabulary.table] ?? { columns: ['id'], embeds: { zq: 'zq' } };
}

function relation(random: Random, vocabulary: Vocabulary): string {
  return random.chance(vocabulary.wildness)
    ? name(random, vocabulary)
    : random.pick(Object.keys(at(vocabulary).embeds));
}

function select(random: Random, vocabulary: Vocabulary, depth: number): string {
  const items = Array.from({ length: random.below(4) + 1 }, () => selectItem(random, vocabulary, depth));
  return items.join(',');
}

function selectItem(random: Random, vocabulary: Vocabulary, depth: number): string {
  if (random.chance(0.15)) return '*';
  const alias = random.chance(vocabulary.wildness) ? `${name(random, vocabulary)}:` : '';
  if (random.chance(0.4) && depth < 4) {
    const front = random.chance(0.15 + vocabulary.wildness) ? '...' : alias;
    const wildHint = random.chance(vocabulary.wildness) ? `!${name(random, vocabulary)}` : '';
    const hint = random.chance(0.2) ? `!${random.pick(['inner', 'left'])}` : wildHint;
    const embed = relation(random, vocabulary);
    const inside = { ...vocabulary, table: at(vocabulary).embeds[embed] ?? vocabulary.table };
    return `${front}${embed}${hint}(${random.chance(0.1) ? '' : select(random, inside, depth + 1)})`;
  }
  const cast = random.chance(vocabulary.wildness) ? `::${random.pick(types)}` : '';
  const aggregate = random.chance(0.05 + vocabulary.wildness / 10)
    ? random.chance(vocabulary.wildness)
      ? '.zq()'
      : random.pick(aggregates)
    : '';
  return `${alias}${field(random, vocabulary)}${cast}${aggregate}`;
}

function path(random: Random, vocabulary: Vocabulary): string {
  let result = '';
  while (random.chance(vocabulary.wildness)) result += `${relation(random, vocabulary)}.`;
  return result;
}

function condition(random: Random, vocabulary: Vocabulary, inTree: boolean): string {
  const calm = !random.chance(vocabulary.wildness);
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

function filter(random: Random, vocabulary: Vocabulary): [string, string] {
  if (random.chance(0.3)) {
    return [
      path(random, vocabulary) + random.pick(['or', 'and', 'not.or', 'not.and']),
      tree(random, vocabulary, 0),
    ];
  }
  return [path(random, vocabulary) + field(random, vocabulary), condition(random, vocabulary, false)];
}

function tree(random: Random, vocabulary: Vocabulary, depth: number): string {
  const children = Array.from({ length: random.below(3) + 1 }, () =>
    random.chance(0.25) && depth < 6
      ? `${random.pick(['and', 'or', 'not.and', 'not.or'])}${tree(random, vocabulary, depth + 1)}`
      : `${field(random, vocabulary)}.${condition(random, vocabulary, true)}`,
  );
  return `(${children.join(',')})`;
}

function order(random: Random, vocabulary: Vocabulary): string {
  const terms = Array.from({ length: random.below(3) + 1 }, () => {
    const column = field(random, vocabulary);
    const term = random.chance(vocabulary.wildness) ? `${relation(random, vocabulary)}(${column})` : column;
    return term + (random.chance(vocabulary.wildness) ? '.zq' : random.pick(modifiers));
  });
  return terms.join(',');
}

function damage(random: Random, [key, value]: [string, string]): [string, string] {
  const inKey = random.chance(0.2);
  const old = inKey ? key : value;
  const at = random.below(old.length + 1);
  const planted = random.chance(0.5) ? text(random) : '';
  const changed = old.slice(0, at) + planted + old.slice(at + random.below(3));
  return inKey ? [changed, value] : [key, changed];
}
