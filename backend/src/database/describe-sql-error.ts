import { DatabaseError } from 'pg';

const fixes: Record<string, string> = {
  '55P03':
    '; another session holds what it changes: end its transaction (select * from pg_stat_activity), then start again',
};

/** E.g. " at line 3: relation …", with the fix where there is one. */
export function describeSqlError(sql: string, error: unknown): string {
  const { message, code } = error as Error & { code?: string };
  const missing =
    /^extension "([^"]+)" is not available$|extension control file "[^"]*?([\w-]+)\.control"/.exec(message);
  const extension = missing?.[1] ?? missing?.[2];
  if (extension === undefined)
    return `${atLine(lineOf(sql, error))}: ${message}${insideCode(error)}${fixes[code ?? ''] ?? ''}`;
  return `${atLine(lineNaming(sql, extension))}: this PostgreSQL has no extension ${extension}: set DATABASE_URL to one that has it, or take out that line and what needs it`;
}

/** In the code of a block or a function, as PostgreSQL counts its lines. */
function insideCode(error: unknown): string {
  const where = error instanceof DatabaseError ? (error.where ?? '').split('\n')[0] : '';
  return where && /function .* line \d+/.test(where) ? ` (${where})` : '';
}

function atLine(line: number | undefined): string {
  return line === undefined ? '' : ` at line ${line}`;
}

function lineOf(sql: string, error: unknown): number | undefined {
  if (!(error instanceof DatabaseError) || error.position === undefined) return undefined;
  // The position counts characters, not UTF-16 units.
  const before = [...sql].slice(0, Number(error.position)).join('');
  return before.split('\n').length;
}

/** PostgreSQL gives no position for such a statement. */
function lineNaming(sql: string, extension: string): number | undefined {
  const name = RegExp.escape(extension);
  const found = new RegExp(String.raw`create\s+extension\s+(?:if\s+not\s+exists\s+)?"?${name}\b`, 'i').exec(
    sql,
  );
  return found === null ? undefined : sql.slice(0, found.index).split('\n').length;
}
