/** As PostgREST maps them: exact codes first, then classes. */
const exact: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '22023': 400,
  '53400': 500,
  // Limits on columns, arguments or nesting: the caller's fault.
  '54000': 400,
  '54001': 400,
  '54011': 400,
  '54023': 400,
  '57P01': 503,
  P0001: 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};

const classes: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/** `anonymous`: signing in may help, so 401 instead of 403. */
export function databaseStatus(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  // The code says internal, but the query is nested too deeply.
  if (code === 'XX000' && message === 'tsquery stack too small') return 400;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  const custom = /^PT([2-5]\d\d)$/.exec(code);
  if (custom) return Number(custom[1]);
  if (code.startsWith('PT')) return 500;
  return exact[code] ?? classes[code.slice(0, 2)] ?? 400;
}
