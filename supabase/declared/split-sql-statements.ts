export interface ParsedSqlStatement {
  /** Its comment lines, unchanged; '' if it has none. */
  comment: string;
  /** Including its semicolon. */
  sql: string;
}

const skipped = /--[^\n]*|\/\*[\s\S]*?\*\/|(?<!\w)[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"[^"]*"/y;
const dollarQuote = /(?<!\w)\$\w*\$/y;
const atomicBody = /\bbegin\s+atomic\b[\s\S]*?\nend\s*;/iy;

/** Splits SQL at its semicolons, except those in comments, quotes, dollar quotes and `begin atomic` bodies. */
export function splitSqlStatements(text: string): ParsedSqlStatement[] {
  const statements: ParsedSqlStatement[] = [];
  let start = 0;
  let at = 0;
  const end = (next: number): void => {
    const statement = toStatement(text.slice(start, next));
    if (statement) statements.push(statement);
    start = at = next;
  };
  while (at < text.length) {
    const quote = match(dollarQuote, text, at);
    const body = match(atomicBody, text, at);
    const passed = match(skipped, text, at);
    if (body !== undefined) end(at + body.length);
    else if (passed !== undefined) at += passed.length;
    else if (quote !== undefined) at = endOf(quote, text, at);
    else if (text[at] === ';') end(at + 1);
    else at += 1;
  }
  end(text.length);
  return statements;
}

function endOf(quote: string, text: string, at: number): number {
  const end = text.indexOf(quote, at + quote.length);
  if (end < 0) throw new Error(`A ${quote} is not closed: ${text.slice(at, at + 80)}`);
  return end + quote.length;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** A comment that is followed by an empty line introduces its file, and belongs to no statement. */
function toStatement(text: string): ParsedSqlStatement | undefined {
  const lines = text.trim().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('--'));
  if (first < 0) return undefined;
  const before = lines.slice(0, first).map((line) => line.trim());
  return {
    comment: before.slice(before.lastIndexOf('') + 1).join('\n'),
    sql: lines.slice(first).join('\n').trim(),
  };
}
