import type { SupabaseClient } from '@supabase/supabase-js';
import { backendContext } from '../../../data/backend-context.ts';
import type { Database } from '../../../data/database-types.ts';
import { serverClient } from '../../../data/server-client.ts';
import type { Route } from './+types/team-links.ts';
import { linkRequest, type LinkAnswer, type LinkRequest } from './link-request.ts';
import { invite, sendLink } from './make-links.server.ts';
import { Refusal } from './refusal.server.ts';

const longestBody = 2_000;

function answer(body: LinkAnswer, status = 200): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}

async function readWish(request: Request): Promise<LinkRequest> {
  const text = await request.text();
  let body: unknown;
  try {
    body = text.length > longestBody ? undefined : JSON.parse(text);
  } catch {
    body = undefined;
  }
  const read = linkRequest.safeParse(body);
  if (read.success) return read.data;
  const told = typeof body === 'object' && body !== null && 'what' in body && body.what === 'invite';
  throw new Refusal(
    422,
    (told && read.error.issues[0]?.message) || "We couldn't read that request. Please reload the page.",
  );
}

/**
 * Invites somebody, or makes the link with which a new colleague sets a password. Both take the secret key, so whether
 * an owner asks is proved first, by the caller's own token: every way begins with a function that refuses others.
 */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? '';
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  try {
    if (request.method !== 'POST' || token === undefined) throw new Refusal(401, 'Sign in again.');
    const wish = await readWish(request);
    const caller: SupabaseClient<Database> = serverClient(context, { Authorization: `Bearer ${token}` });
    const { accountLinks } = context.get(backendContext);
    return answer(
      wish.what === 'invite'
        ? await invite(caller, accountLinks, wish)
        : await sendLink(caller, accountLinks, wish.account),
    );
  } catch (error) {
    if (error instanceof Refusal) return answer({ outcome: 'refused', message: error.message }, error.status);
    console.error('a link for the team could not be made:', error);
    return answer(
      { outcome: 'refused', message: "We couldn't create the link. Please try again in a minute." },
      502,
    );
  }
}
