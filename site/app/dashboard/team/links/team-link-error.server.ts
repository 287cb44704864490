// The error class of team links with its HTTP status; maps database errors to it.
import { errorMessage } from '../../../ui/error-message.ts';
import { teamLinkTexts } from '../team-texts.ts';

export class TeamLinkError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface DatabaseError {
  code: string;
  message: string;
}

const statuses: Record<string, number> = { '42501': 403, P0001: 409, PT404: 404, '22023': 422 };

/** A database error that is meant for users, else an internal error. */
export function toTeamLinkError(error: DatabaseError): Error {
  if (error.code.startsWith('PGRST3')) return new TeamLinkError(401, teamLinkTexts.errors.signedOut);
  const status = statuses[error.code];
  return status === undefined
    ? new Error(`${error.message} (${error.code})`)
    : new TeamLinkError(status, errorMessage(error));
}
