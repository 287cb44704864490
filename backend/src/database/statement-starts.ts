/** What hides a semicolon, or is none: comments, texts, names, dollar quotes; then words and single characters. */
const token =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'?|'(?:[^']|'')*'?|"(?:[^"]|"")*"?|\$([\p{L}_][\p{L}\p{N}_]*)?\$|[\p{L}_][\p{L}\p{N}_$]*|\d+|[^\s]/gu;

/** Where each statement of a file begins, by the rules of psql: a semicolon in brackets or in a body ends none. */
export function statementStarts(sql: string): number[] {
  const starts: number[] = [];
  let open = false;
  let brackets = 0;
  let blocks = 0;
  let previous = '';
  token.lastIndex = 0;
  for (let found = token.exec(sql); found !== null; found = token.exec(sql)) {
    const [text, tag] = found;
    if (text.startsWith('--')) continue;
    if (text === '/*') {
      token.lastIndex = endOfComment(sql, found.index);
      continue;
    }
    if (!open && text === ';') continue;
    if (!open) {
      starts.push(found.index);
      open = true;
    }
    if (tag !== undefined || text === '$$') token.lastIndex = endOfQuote(sql, token.lastIndex, text);
    const word = text.toLowerCase();
    if (text === '(') brackets += 1;
    else if (text === ')') brackets -= 1;
    // BEGIN ATOMIC, the body of a function in standard SQL, and CASE within it.
    else if (word === 'atomic' && previous === 'begin') blocks += 1;
    else if (blocks > 0 && word === 'case') blocks += 1;
    else if (blocks > 0 && word === 'end') blocks -= 1;
    else if (text === ';' && brackets <= 0 && blocks === 0) {
      open = false;
      brackets = 0;
    }
    previous = word;
  }
  return starts;
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
