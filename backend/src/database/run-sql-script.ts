// Runs an SQL script statement by statement.
import { DatabaseError, type Client, type Connection, type Submittable } from 'pg';

/**
 * Runs the statements of a file in one message, as psql -c does. Many errors of PostgreSQL have no position: these get
 * that of the statement that failed, counting characters from 1.
 */
export async function runSqlScript(client: Client, sql: string): Promise<void> {
  const script = client.query(new Script(sql));
  try {
    await script.done;
  } catch (error) {
    if (error instanceof DatabaseError && error.position === undefined) {
      const start = [...findStatements(sql)][script.completed]?.start;
      if (start !== undefined) error.position = String(Array.from(sql.slice(0, start)).length + 1);
    }
    throw error;
  }
}

/** Counts the statements that succeeded, which the Query class of pg does not expose if one fails. Drops their rows. */
class Script implements Submittable {
  completed = 0;
  readonly done: Promise<void>;
  private readonly settle = Promise.withResolvers<void>();
  private readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
    this.done = this.settle.promise;
  }

  readonly submit = (connection: Connection): void => connection.query(this.sql);

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}

  handleCommandComplete(): void {
    this.completed += 1;
  }

  /** Fails the copy: without data PostgreSQL would wait forever. */
  handleCopyInResponse(connection: Connection): void {
    const reason = Buffer.from('COPY from stdin needs psql: write the rows as inserts\0');
    const head = Buffer.from('f\0\0\0\0');
    head.writeInt32BE(4 + reason.length, 1);
    connection.stream.write(Buffer.concat([head, reason]));
  }

  handleError(error: Error): void {
    this.settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.settle.resolve();
  }
}

/** Tokens that may contain a semicolon: comments, texts, names, dollar quotes; then words and single characters. */
const token =
  /--[^\r\n]*|\/\*|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\$([\p{L}_][\p{L}\p{N}_]*)?\$|[\p{L}_][\p{L}\p{N}_$]*|\d+|[^\s]/gu;

interface StatementRange {
  start: number;
  /** After its semicolon, or the end of the file. */
  end: number;
}

/** The statements of a file, by psql's rules: a semicolon in brackets or in a function body ends none. */
export function* findStatements(sql: string): Generator<StatementRange> {
  let start: number | undefined;
  let brackets = 0;
  let blocks = 0;
  let previous = '';
  const tokens = new RegExp(token);
  for (let found = tokens.exec(sql); found !== null; found = tokens.exec(sql)) {
    const [text, tag] = found;
    if (text.startsWith('--')) continue;
    if (text === '/*') {
      tokens.lastIndex = endOfComment(sql, found.index);
      continue;
    }
    if (start === undefined && text === ';') continue;
    start ??= found.index;
    if (tag !== undefined || text === '$$') tokens.lastIndex = endOfQuote(sql, tokens.lastIndex, text);
    const word = text.toLowerCase();
    if (text === '(') brackets += 1;
    else if (text === ')') brackets -= 1;
    // BEGIN ATOMIC, the body of a function in standard SQL, and CASE within it.
    else if (word === 'atomic' && previous === 'begin') blocks += 1;
    else if (blocks > 0 && word === 'case') blocks += 1;
    else if (blocks > 0 && word === 'end') blocks -= 1;
    else if (text === ';' && brackets <= 0 && blocks === 0) {
      yield { start, end: tokens.lastIndex };
      start = undefined;
      brackets = 0;
    }
    previous = word;
  }
  if (start !== undefined) yield { start, end: sql.length };
}

function endOfComment(sql: string, from: number): number {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  let depth = 0;
  for (let found = mark.exec(sql); found !== null; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return sql.length;
}

function endOfQuote(sql: string, from: number, quote: string): number {
  const end = sql.indexOf(quote, from);
  return end === -1 ? sql.length : end + quote.length;
}
