// The resource route that accepts an owner's request for an invitation or an account link.
import type { SupabaseClient } from '@supabase/supabase-js';
import { parseRequestBody } from '../../../data/parse-request-body.ts';
import { bearerTokenOf, privateJsonResponse, serverClient } from '../../../data/server-client.ts';
import { backendContext } from '../../../data/backend-context.ts';
import { faultLoggerContext } from '../../../data/request-contexts.ts';
import type { Database } from '../../../data/database-types.ts';
import type { Route } from './+types/team-links.ts';
import { teamLinkRequestSchema, type TeamLinkResponse, type TeamLinkRequest } from './link-request.ts';
import { inviteColleague, readOwnName, sendAccountLink } from './make-links.server.ts';
import { teamLinkTexts } from '../team-texts.ts';
import { TeamLinkError } from './team-link-error.server.ts';

const { errors } = teamLinkTexts;
const maxBodyLength = 2_000;

function refuse(message: string, status: number): Response {
  return privateJsonResponse({ outcome: 'refused', message } satisfies TeamLinkResponse, status);
}

async function parseRequest(request: Request): Promise<TeamLinkRequest> {
  const body = await parseRequestBody(request, teamLinkRequestSchema, maxBodyLength);
  if ('data' in body) return body.data;
  throw new TeamLinkError(body.isOwn ? 422 : 400, body.problem);
}

/**
 * Invites a colleague or makes a link to set a password. Both use the secret key, so the caller's token must first be
 * verified as an owner's: each path begins with a database function that checks it.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const token = bearerTokenOf(request);
  try {
    if (request.method !== 'POST' || token === undefined) throw new TeamLinkError(401, errors.signedOut);
    const input = await parseRequest(request);
    const caller: SupabaseClient<Database> = serverClient(context, { Authorization: `Bearer ${token}` });
    const { accountInviter } = context.get(backendContext);
    const invitedBy = await readOwnName(caller, token);
    return privateJsonResponse(
      input.what === 'invite'
        ? await inviteColleague(caller, accountInviter, input, invitedBy)
        : await sendAccountLink(caller, accountInviter, input.account, invitedBy),
    );
  } catch (error) {
    if (error instanceof TeamLinkError) return refuse(error.message, error.status);
    context.get(faultLoggerContext)('team_link.not_made', error);
    return refuse(errors.notMade, 502);
  }
}
