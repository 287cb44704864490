import { createHash } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../site/app/data/database-types.ts';
import { drillKeys } from '../outage/start-killable.ts';
import { requestThroughProxy } from '../proxy/request-through-proxy.ts';
import type { PlannedRequest } from './plan-requests.ts';

export type DrillClient = SupabaseClient<Database>;

/** A client with its own IP address, because the limits are those of a public site. */
export function createDrillClient(port: number, key: string, number = 0): DrillClient {
  return createClient<Database>(`http://127.0.0.1:${port}`, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // When the clock jumps, the server closes connections that seem idle, possibly at the moment of the next request.
    global: { headers: { ...proxied(number), connection: 'close' } },
  });
}

/** Retries until the server has acknowledged it. Throws after many attempts. */
export async function sendRequest(port: number, request: PlannedRequest): Promise<void> {
  const sends = request.isSentTwice && request.way === 'form' ? 2 : 1;
  for (let count = 0; count < sends; count += 1) {
    const problem = request.way === 'form' ? await sendForm(port, request) : await sendByApi(port, request);
    if (problem !== undefined) throw new Error(`request ${request.number} (${request.way}): ${problem}`);
  }
}

async function sendForm(port: number, request: PlannedRequest): Promise<string | undefined> {
  const { number, name, email, message } = request;
  const form = { name, email, message, submission: submissionKey(number) };
  const { status, headers, body } = await requestThroughProxy({ name: 'form', port }, '/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...proxied(number) },
    body: new URLSearchParams(form).toString(),
  });
  if (status === 303 && headers.location?.includes('sent=1')) return undefined;
  const said = /data-form-summary.*?>(.*?)<\/div>/s.exec(body)?.[1] ?? body.slice(0, 200);
  return `${status} ${said}`;
}

async function sendByApi(
  port: number,
  { number, name, email, message }: PlannedRequest,
): Promise<string | undefined> {
  const { error } = await createDrillClient(port, drillKeys.PUBLISHABLE_KEY, number)
    .from('leads')
    .insert({ name, email, message });
  return error?.message;
}

/** Headers that a proxy adds. */
function proxied(number: number): Record<string, string> {
  return {
    'x-forwarded-for': `198.51.${number >> 8}.${number & 255}`,
    'x-forwarded-proto': 'https',
  };
}

function submissionKey(number: number): string {
  const hex = createHash('sha256').update(`request ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
