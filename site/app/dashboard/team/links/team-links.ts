import type { SupabaseClient } from '@supabase/supabase-js';
import { backendContext } from '../../../data/backend-context.ts';
import type { Database } from '../../../data/database-types.ts';
import { serverClient } from '../../../data/server-client.ts';
import type { Route } from './+types/team-links.ts';
import { linkRequest, type LinkResponse, type LinkRequest } from './link-request.ts';
import { invite, sendLink } from './make-links.server.ts';
import { teamLinkTexts } from './team-link-texts.ts';
import { TeamLinkError } from './team-link-error.server.ts';

const { errors } = teamLinkTexts;
const maxBodyLength = 2_000;

function respond(body: LinkResponse, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

async function parseRequest(request: Request): Promise<LinkRequest> {
  const text = await request.text();
  let body: unknown;
  try {
    body = text.length > maxBodyLength ? undefined : JSON.parse(text);
  } catch {
    body = undefined;
  }
  const parsed = linkRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const isInvitation = typeof body === 'object' && body !== null && 'what' in body && body.what === 'invite';
  throw new TeamLinkError(422, (isInvitation && parsed.error.issues[0]?.message) || errors.unreadable);
}

/**
 * Invites a colleague or makes a link to set a password. Both use the secret key, so the caller's own token must
 * first prove an owner: each path begins with a database function that checks it.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? '';
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  try {
    if (request.method !== 'POST' || token === undefined) throw new TeamLinkError(401, errors.signedOut);
    const input = await parseRequest(request);
    const caller: SupabaseClient<Database> = serverClient(context, { Authorization: `Bearer ${token}` });
    const { accountLinks } = context.get(backendContext);
    return respond(
      input.what === 'invite'
        ? await invite(caller, accountLinks, input)
        : await sendLink(caller, accountLinks, input.account),
    );
  } catch (error) {
    if (error instanceof TeamLinkError)
      return respond({ outcome: 'refused', message: error.message }, error.status);
    console.error('a link for the team could not be made:', error);
    return respond({ outcome: 'refused', message: errors.notMade }, 502);
  }
}
