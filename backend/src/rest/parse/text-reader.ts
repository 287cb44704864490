// Reads the names in a query string.
import { invalidQueryError } from '../errors.ts';

interface JsonStep {
  arrow: '->' | '->>';
  key: string | number;
}

export interface FieldPath {
  name: string;
  path: readonly JsonStep[];
}

const nameCharacter = /[\p{L}\p{N}\p{M}_ $]/u;

/** Its errors name the part, the text and the column. */
export class TextReader {
  readonly text: string;
  private readonly part: string;
  private at = 0;

  constructor(text: string, part: string) {
    this.text = text;
    this.part = part;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  get position(): number {
    return this.at;
  }

  peek(length = 1): string {
    return this.text.slice(this.at, this.at + length);
  }

  private peekCharacter(): string {
    return String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
  }

  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  takeOne(): string {
    const character = this.peek();
    this.at += 1;
    return character;
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.failure(`expecting "${token}"`);
  }

  expectEnd(): void {
    if (!this.done) throw this.failure('expecting end of input');
  }

  back(position: number): void {
    this.at = position;
  }

  takeUntil(stops: string): string {
    const start = this.at;
    while (!this.done && !stops.includes(this.text[this.at] ?? '')) this.at += 1;
    return this.text.slice(start, this.at);
  }

  takeRest(): string {
    const rest = this.text.slice(this.at);
    this.at = this.text.length;
    return rest;
  }

  /** In double quotes, with backslash escapes; null without a closed pair. */
  takeQuoted(): string | null {
    if (this.peek() !== '"') return null;
    let value = '';
    for (let index = this.at + 1; index < this.text.length; index += 1) {
      const character = this.text[index];
      if (character === '"') {
        this.at = index + 1;
        return value;
      }
      if (character === '\\') index += 1;
      value += this.text[index] ?? '';
    }
    return null;
  }

  /** Quoted, or letters, digits, `_`, `$`, spaces and lone dashes. */
  takeName(what = 'field name'): string {
    const quoted = this.takeQuoted();
    if (quoted !== null) return quoted;
    const start = this.at;
    while (!this.done) {
      const character = this.peekCharacter();
      const dash = character === '-' && this.text[this.at + 1] !== '>';
      if (!dash && !nameCharacter.test(character)) break;
      this.at += character.length;
    }
    const name = this.text.slice(start, this.at).trim();
    if (name === '') throw this.failure(`expecting ${what}`);
    return name;
  }

  failure(expecting: string): Error {
    const found = this.done ? 'unexpected end of input' : `unexpected "${this.peekCharacter()}"`;
    return invalidQueryError(this.part, this.text, this.at + 1, `${found} ${expecting}`);
  }
}

const maxIndex = 2_147_483_647;

/**
 * `name`, or `data->a->0->>b`.
 *
 * @example
 *   readFieldPath(new TextReader('name', 'order')) // { name: 'name', path: [] }
 *   readFieldPath(new TextReader('data->a->0->>b', 'order')) // { name: 'data', path: [{ arrow: '->', key: 'a' }, { arrow: '->', key: 0 }, { arrow: '->>', key: 'b' }] }
 *   readFieldPath(new TextReader('"a.b"', 'order')) // { name: 'a.b' }
 *   readFieldPath(new TextReader('->a', 'order')) // throws failed to parse order (->a)
 */
export function readFieldPath(reader: TextReader): FieldPath {
  const name = reader.takeName();
  return { name, path: readJsonPath(reader) };
}

function readJsonPath(reader: TextReader): JsonStep[] {
  const path: JsonStep[] = [];
  while (reader.peek(2) === '->') {
    const arrow = reader.take('->>') ? '->>' : '->';
    if (arrow === '->') reader.expect('->');
    path.push({ arrow, key: readKey(reader) });
  }
  return path;
}

function readKey(reader: TextReader): string | number {
  const quoted = reader.takeQuoted();
  if (quoted !== null) return quoted;
  let key = '';
  while (!reader.done && !'.,():"'.includes(reader.peek()) && reader.peek(2) !== '->') {
    key += reader.takeOne();
  }
  if (key === '') throw reader.failure('expecting JSON key');
  const index = /^-?\d+$/.test(key) ? Number(key) : Number.NaN;
  return Math.abs(index) <= maxIndex ? index : key;
}
