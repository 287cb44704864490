// The resource route of site health for owners: returns the server's facts, sends a test email.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { RouterContextProvider } from 'react-router';
import { bearerTokenOf, privateJsonResponse, serverClient } from '../../../data/server-client.ts';
import { backendContext } from '../../../data/backend-context.ts';
import type { Database } from '../../../data/database-types.ts';
import { readOutboxState, type HealthReport } from '../../../data/server-health.ts';
import type { Route } from './+types/server-health.ts';
import { serverHealthTexts } from './health-texts.ts';

const { errors } = serverHealthTexts;

const maxTests = 5;
const testWindowMs = 600_000;
let testedAt: number[] = [];

interface Owner {
  caller: SupabaseClient<Database>;
  token: string;
}

/** The database checks the bearer token, which other sites cannot send. Returns a Response if the request is denied. */
async function requireOwner(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Owner | Response> {
  const token = bearerTokenOf(request);
  if (token === undefined) return privateJsonResponse({ problem: errors.signedOut }, 401);
  const caller = serverClient(context, { Authorization: `Bearer ${token}` });
  const { data: isOwner, error, status } = await caller.rpc('is_owner');
  if (error && status >= 500) return privateJsonResponse({ problem: errors.notRead }, 503);
  return !error && isOwner === true
    ? { caller, token }
    : privateJsonResponse({ problem: errors.notOwner }, 403);
}

/** Facts of the machine and the mail, for owners. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Response> {
  const owner = await requireOwner(context, request);
  if (owner instanceof Response) return owner;
  const { health } = context.get(backendContext);
  if (!health) return privateJsonResponse({ problem: errors.notRead }, 503);
  const [facts, outbox] = await Promise.all([health.read(), readOutboxState(owner.caller)]);
  return privateJsonResponse({ ...facts, outbox } satisfies HealthReport);
}

/** Sends a test message to the owner who requests it. */
export async function action({ context, request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== 'POST') return privateJsonResponse({ problem: errors.badMethod }, 405);
  const owner = await requireOwner(context, request);
  if (owner instanceof Response) return owner;
  const { health } = context.get(backendContext);
  if (!health) return privateJsonResponse({ problem: errors.notRead }, 503);
  const { data } = await owner.caller.auth.getUser(owner.token);
  const to = data.user?.email;
  if (!to) return privateJsonResponse({ problem: errors.noAddress }, 422);
  const now = Date.now();
  testedAt = testedAt.filter((at) => now - at < testWindowMs);
  if (testedAt.length >= maxTests) return privateJsonResponse({ problem: errors.tooMany }, 429);
  testedAt.push(now);
  const result = await health.sendTestMail(to);
  // the test is one of the set-up steps; if that cannot be stored, the mail was sent nevertheless
  if (result.outcome !== 'failed') await owner.caller.rpc('note_mail_test');
  return privateJsonResponse(result);
}
