import { badBody, tooMuch } from '../refusals.ts';

export interface CsvRows {
  /** A JSON array of objects, as PostgreSQL will read it. */
  json: string;
  /** Names of the header line, each once. */
  keys: readonly string[];
  rows: number;
}

/** Twenty megabytes may be ten million fields, and each takes a hundred times its place in memory. */
const mostFields = 1_000_000;

/**
 * CSV with a header line (RFC 4180); the word NULL without quotes is null. Each line is turned into text at once, so
 * that a long body does not become as many objects. Throws PGRST102 for what is no CSV, 413 past a million fields.
 */
export function parseCsv(body: string): CsvRows {
  const lines = splitCsv(body);
  const { value: header } = lines.next();
  if (!header) throw badBody('Empty or invalid csv');
  const starts = header.map((name, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name ?? '')}:`);
  const rows: string[] = [];
  for (const line of lines) {
    if (line.length !== header.length) throw badBody('All lines must have same number of fields');
    let row = '';
    for (const [index, start] of starts.entries()) row += start + JSON.stringify(line[index] ?? null);
    rows.push(`${row}}`);
  }
  return {
    json: `[${rows.join(',')}]`,
    keys: [...new Set(header.map((name) => name ?? ''))],
    rows: rows.length,
  };
}

function* splitCsv(body: string): Generator<(string | null)[], undefined> {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  let line: (string | null)[] = [];
  let fields = 0;
  while (field.lastIndex < body.length || line.length > 0) {
    const match = field.exec(body);
    if (!match) throw badBody('Invalid csv');
    fields += 1;
    if (fields > mostFields) throw tooMuch(`The csv holds more than ${mostFields} fields: send it in parts`);
    const quoted = match[1];
    const plain = match[2] === 'NULL' ? null : (match[2] ?? '');
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (match[3] === ',') continue;
    if (line.length > 1 || line[0] !== '') yield line;
    line = [];
    if (match[3] === '') break;
  }
  return undefined;
}
