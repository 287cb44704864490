import { badQuery } from '../errors.ts';
import { readLogicFilter } from './parse-filter.ts';
import type { Filter, LogicTree } from './query-types.ts';
import { TextReader } from './text-reader.ts';

const maxDepth = 50;

/** `(a.eq.1,not.or(b.gt.2,c.is.null))` */
export function parseLogic(operator: 'and' | 'or', negated: boolean, text: string): LogicTree {
  const reader = new TextReader(text, 'logic tree');
  const children = readChildren(reader, 0);
  reader.expectEnd();
  return { kind: 'logic', operator, negated, children };
}

function readChildren(reader: TextReader, depth: number): (Filter | LogicTree)[] {
  if (depth > maxDepth) {
    throw badQuery(
      'logic tree',
      reader.text.slice(0, 100),
      reader.position + 1,
      `nested more than ${maxDepth} deep`,
    );
  }
  reader.expect('(');
  const children: (Filter | LogicTree)[] = [];
  do children.push(readChild(reader, depth));
  while (reader.take(','));
  reader.expect(')');
  return children;
}

function readChild(reader: TextReader, depth: number): Filter | LogicTree {
  const head = /^(not\.)?(and|or)\(/.exec(reader.peek(8));
  if (!head) return readLogicFilter(reader);
  const operator = head[2] === 'or' ? 'or' : 'and';
  reader.expect(`${head[1] ?? ''}${operator}`);
  return {
    kind: 'logic',
    operator,
    negated: head[1] !== undefined,
    children: readChildren(reader, depth + 1),
  };
}
