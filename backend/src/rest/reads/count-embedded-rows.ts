// Counts the embedded rows in a body, JSON or CSV, without creating its values.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CountedLevel, RowCountPlan } from './plan-row-counts.ts';

/** About a millisecond of work. */
const sliceLength = 250_000;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

type AddRows = (tables: readonly string[], rows: number) => void;

/**
 * Adds the rows of all embeds. The database wrote the body. Other work of the process goes on between the slices of a
 * large one; a small one is counted at once.
 */
export async function countEmbeddedRows(
  body: string,
  { root, embedded, lastKeys }: Pick<RowCountPlan, 'root' | 'embedded' | 'lastKeys'>,
  add: AddRows,
): Promise<void> {
  if (embedded === null) return;
  await readInSlices(
    embedded.isCsv ? readCsv(body, root, lastKeys, add) : new RowReader(body, add).readRows(root),
  );
}

export async function readInSlices(positions: Iterable<number>): Promise<void> {
  let sliceEnd = sliceLength;
  for (const at of positions) {
    if (at < sliceEnd) continue;
    await nextTurn();
    sliceEnd = at + sliceLength;
  }
}

/** Yields its position after each row. */
function* readCsv(
  text: string,
  root: CountedLevel,
  lastKeys: readonly string[],
  add: AddRows,
): Generator<number> {
  let cells: string[] = [];
  // The header. A text without rows is empty.
  let at = endOfCell(text, 0) + 1;
  while (text[at - 1] === ',') at = endOfCell(text, at) + 1;
  // The last cell may be empty.
  while (at <= text.length) {
    const end = endOfCell(text, at);
    cells.push(text.slice(at, end));
    at = end + 1;
    if (text[end] === ',') continue;
    const last = cells
      .slice(-lastKeys.length)
      .map((cell, index) => [lastKeys[index] ?? '', unquoteCell(cell)] as const);
    new RowReader('', add).readEntries(root, last);
    cells = [];
    yield at;
  }
}

/** PostgreSQL doubles the quotes in a quoted value. */
function endOfCell(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === quote) {
    const end = text.indexOf('"', at + 1);
    at = end < 0 ? text.length : end + 1;
  }
  while (at < text.length && text.charCodeAt(at) !== comma && text.charCodeAt(at) !== 0x0a) at += 1;
  return at;
}

/** An empty cell is null. */
function unquoteCell(cell: string): string {
  if (cell === '') return 'null';
  if (cell.charCodeAt(0) !== quote) return cell;
  return cell.slice(1, -1).replaceAll('""', '"').replaceAll('\\\\', '\\');
}

/** The position behind the string of JSON that begins here. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isEscaped(text: string, position: number): boolean {
  let start = position;
  while (text.charCodeAt(start - 1) === backslash) start -= 1;
  return (position - start) % 2 === 1;
}

class RowReader {
  at = 0;
  private text: string;
  private readonly add: AddRows;

  constructor(text: string, add: AddRows) {
    this.text = text;
    this.add = add;
  }

  /** The outermost rows, whose number is known. Yields its position after each. */
  *readRows(root: CountedLevel): Generator<number> {
    const start = this.code();
    if (start === openBrace) this.readObject(root);
    if (start !== openBracket) return;
    this.at += 1;
    while (this.code() === openBrace) {
      this.readObject(root);
      yield this.at;
      if (this.code() === comma) this.at += 1;
    }
  }

  /** Rows of an embed, at any depth of lists: below a to-many spread there is a list of them for each row. */
  private readEmbed(level: CountedLevel): void {
    const start = this.code();
    if (start === openBrace) {
      this.add(level.tables, 1);
      this.readObject(level);
    } else if (start === openBracket) {
      this.readList(() => this.readEmbed(level));
    } else {
      this.skip();
    }
  }

  private readList(readElement: () => void): void {
    this.at += 1;
    while (this.code() !== closeBracket && this.at < this.text.length) {
      readElement();
      if (this.code() === comma) this.at += 1;
    }
    this.at += 1;
  }

  private readObject(level: CountedLevel): void {
    const spreadRows = level.spreads.map(() => 0);
    this.at += 1;
    while (this.code() === quote) {
      this.readValue(level, this.readKey(), spreadRows);
      if (this.code() === comma) this.at += 1;
    }
    this.at += 1;
    this.addSpreads(level, spreadRows);
  }

  /** A row whose values are separate texts: its keys with their JSON. */
  readEntries(level: CountedLevel, entries: readonly (readonly [key: string, json: string])[]): void {
    const spreadRows = level.spreads.map(() => 0);
    for (const [key, json] of entries) {
      this.text = json;
      this.at = 0;
      this.readValue(level, key, spreadRows);
    }
    this.addSpreads(level, spreadRows);
  }

  private readValue({ embeds, spreads }: CountedLevel, key: string, spreadRows: number[]): void {
    const start = this.at;
    for (const level of embeds.get(key) ?? []) {
      this.at = start;
      this.readEmbed(level);
    }
    for (const [index, { keys, depth }] of spreads.entries()) {
      if (!keys.has(key)) continue;
      this.at = start;
      spreadRows[index] = Math.max(spreadRows[index] ?? 0, this.readSpread(depth));
    }
    if (this.at === start) this.skip();
  }

  private addSpreads({ spreads }: CountedLevel, rows: readonly number[]): void {
    for (const [index, { tables }] of spreads.entries()) this.add(tables, rows[index] ?? 0);
  }

  /** The rows behind a value of a spread: one for each value that is not null. */
  private readSpread(depth: number): number {
    if (depth === 0 || this.code() !== openBracket) {
      const isNull = this.text.startsWith('null', this.at);
      this.skip();
      return isNull ? 0 : 1;
    }
    let rows = 0;
    this.readList(() => {
      rows += this.readSpread(depth - 1);
    });
    return rows;
  }

  private readKey(): string {
    const start = this.at;
    this.skipString();
    const raw = this.text.slice(start + 1, this.at - 1);
    const key = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
    if (this.code() === colon) this.at += 1;
    this.code();
    return key;
  }

  /** Skips a value. */
  private skip(): void {
    const start = this.code();
    if (start === quote) this.skipString();
    else if (start === openBrace || start === openBracket) this.skipContainer();
    else while (this.at < this.text.length && !isEndOfWord(this.text.charCodeAt(this.at))) this.at += 1;
  }

  private skipContainer(): void {
    let depth = 0;
    do {
      const code = this.text.charCodeAt(this.at);
      if (code === quote) {
        this.skipString();
        continue;
      }
      if (code === openBrace || code === openBracket) depth += 1;
      if (code === closeBrace || code === closeBracket) depth -= 1;
      this.at += 1;
    } while (depth > 0 && this.at < this.text.length);
  }

  private skipString(): void {
    this.at = endOfString(this.text, this.at);
  }

  /** The next character that is not white space. */
  private code(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.at += 1;
    }
  }
}

function isEndOfWord(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || code === 0x20 || code === 0x0a;
}
