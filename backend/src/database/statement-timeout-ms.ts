/** For PostgreSQL to cancel the statement, and for the round trip. */
const marginMs = 3_000;
/** For servers without a timeout, or with a longer one. */
const longestMs = 150_000;

const unitsMs: Record<string, number> = {
  '': 1,
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `timeout` is the server's statement_timeout as PostgreSQL writes it. */
export function statementTimeoutMs(timeout: string | undefined, statements: number): number {
  const [, number = '0', unit = ''] = /^\s*([\d.]+)\s*(us|ms|s|min|h|d)?\s*$/.exec(timeout ?? '') ?? [];
  const eachMs = Number(number) * (unitsMs[unit] ?? 1);
  return eachMs > 0 ? Math.min(eachMs * Math.max(1, statements) + marginMs, longestMs) : longestMs;
}
