/** What the caller is told, and as which HTTP status. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface Failed {
  code: string;
  message: string;
}

const statuses: Record<string, number> = { '42501': 403, P0001: 409, P0002: 404, '22023': 422 };

/** A refusal of the database in its own words; anything else is breakage. */
export function refusalOf(error: Failed): Error {
  if (error.code.startsWith('PGRST3')) return new Refusal(401, 'Sign in again.');
  const status = statuses[error.code];
  return status === undefined
    ? new Error(`${error.message} (${error.code})`)
    : new Refusal(status, error.message);
}
