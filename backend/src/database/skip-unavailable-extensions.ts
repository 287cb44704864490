/**
 * Dumps of hosted projects name these, used or not. A pattern shows that a file does use one, and would only fail
 * later.
 */
const hosted: Record<string, RegExp | null> = {
  hypopg: null,
  index_advisor: null,
  pg_graphql: null,
  pg_net: /\bnet\s*\.\s*http_/i,
  pg_repack: null,
  pg_stat_monitor: null,
  pg_stat_statements: null,
  pgaudit: null,
  pgjwt: null,
  pgsodium: null,
  plpgsql_check: null,
  supabase_vault: null,
};

const text = String.raw`(?:[^;'"]|'(?:[^']|'')*'|"[^"]*")*`;
const gap = /(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/y;
/** Statements before the first object of a dump. */
const preamble = new RegExp(
  String.raw`(?:set\b|select\s+pg_catalog\.set_config\b|(?:create|drop)\s+extension\b|create\s+schema\b|alter\s+schema\b|comment\s+on\s+(?:extension|schema)\b)${text};`,
  'iy',
);
const extension =
  /^(?:(?:create|drop)\s+extension(?:\s+if\s+(?:not\s+)?exists)?|comment\s+on\s+extension)\s+"?([\w-]+)"?/i;

export interface SkippedExtensions {
  /** Every line keeps its number. */
  sql: string;
  names: string[];
}

/** Only in the preamble of a dump, and only extensions that are neither available nor used. */
export function skipUnavailableExtensions(
  sql: string,
  isAvailable: (name: string) => boolean,
): SkippedExtensions {
  const names = new Set<string>();
  let kept = '';
  let end = 0;
  for (const { from, to } of statementsBeforeObjects(sql)) {
    const statement = sql.slice(from, to);
    const name = extension.exec(statement)?.[1]?.toLowerCase();
    kept += sql.slice(end, from);
    end = to;
    if (name === undefined || isAvailable(name) || !isSpare(name, sql)) {
      kept += statement;
      continue;
    }
    names.add(name);
    kept += statement.replaceAll(/[^\n]/g, ' ');
  }
  return { sql: kept + sql.slice(end), names: [...names] };
}

function isSpare(name: string, sql: string): boolean {
  const use = Object.hasOwn(hosted, name) ? hosted[name] : undefined;
  return use !== undefined && !use?.test(sql);
}

function* statementsBeforeObjects(sql: string): Generator<{ from: number; to: number }> {
  let at = 0;
  for (;;) {
    gap.lastIndex = at;
    const from = at + (gap.exec(sql)?.[0].length ?? 0);
    preamble.lastIndex = from;
    const found = preamble.exec(sql);
    if (found === null) return;
    at = from + found[0].length;
    yield { from, to: at };
  }
}
