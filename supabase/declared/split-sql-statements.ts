import { findStatements } from '@fairlead/backend/database';

export interface ParsedSqlStatement {
  /** Its comment lines, unchanged; '' if it has none. */
  comment: string;
  /** Including its semicolon. */
  sql: string;
}

/** Each statement with the comments before it. Throws if the last one has no semicolon: a quote is open, for example. */
export function splitSqlStatements(text: string): ParsedSqlStatement[] {
  const ends = Array.from(findStatements(text), ({ end }) => end);
  const last = text.slice(ends.at(-2) ?? 0, ends.at(-1)).trim();
  if (ends.length > 0 && !last.endsWith(';'))
    throw new Error(`The last statement does not end, or a quote is open: ${last.slice(0, 80)}`);
  return ends.map((end, index) => toStatement(text.slice(ends[index - 1] ?? 0, end)));
}

/** A comment that is followed by an empty line introduces its file, and belongs to no statement. */
function toStatement(text: string): ParsedSqlStatement {
  const lines = text.trim().split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !line.trimStart().startsWith('--'));
  const before = lines.slice(0, first).map((line) => line.trim());
  return {
    comment: before.slice(before.lastIndexOf('') + 1).join('\n'),
    sql: lines.slice(first).join('\n').trim(),
  };
}
