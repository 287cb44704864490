// Body {leadId}. Reads and writes the lead as the caller, under row level security. After a failure (`error`) nothing
// is changed.
import { createClient, type PostgrestError } from '@supabase/supabase-js';
import { Stripe } from 'stripe';
import { findOrCreateCustomer, type LeadContact } from './find-or-create.ts';
import {
  hasRealStripeKey,
  practiceIdPrefix,
  createStripeClient,
  withStripeTimeout,
} from './stripe-client.ts';

interface Lead extends LeadContact {
  stripe_customer_id: string | null;
}

function callerClient(request: Request) {
  const url = Deno.env.get('SUPABASE_URL') ?? '';
  const key = Deno.env.get('SUPABASE_ANON_KEY') ?? '';
  return createClient(url, key, {
    global: { headers: { Authorization: request.headers.get('Authorization') ?? '' } },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

async function readLeadId(request: Request): Promise<string> {
  const body = (await request.json().catch(() => null)) as { leadId?: unknown } | null;
  const leadId = body?.leadId;
  if (typeof leadId !== 'string' || !/^[0-9a-f-]{36}$/i.test(leadId))
    throw new Error('Say which lead: send {"leadId": "…"}');
  return leadId;
}

async function syncLead(request: Request): Promise<{ customerId: string }> {
  const leadId = await readLeadId(request);
  const client = callerClient(request);
  const { data, error } = await client
    .from('leads')
    .select('id, name, email, phone, company, stripe_customer_id')
    .eq('id', leadId)
    .maybeSingle();
  if (error) throw new DatabaseError(error);
  const lead = data as Lead | null;
  if (!lead) throw new Error("This lead was deleted, or you don't have permission to view it.");
  const known = lead.stripe_customer_id;
  if (known && !(hasRealStripeKey() && known.startsWith(practiceIdPrefix))) return { customerId: known };
  const stripe = createStripeClient();
  if (!stripe) throw new Error("Stripe isn't connected. Ask the person who runs your server to connect it.");
  const linked = await client.rpc('customer_of_person', { lead: leadId });
  if (linked.error) throw new DatabaseError(linked.error);
  const linkedId = linked.data as string | null;
  const isUsable = linkedId !== null && hasRealStripeKey() !== linkedId.startsWith(practiceIdPrefix);
  const customerId = await withStripeTimeout(findOrCreateCustomer(stripe, lead, isUsable ? linkedId : null));
  const written = await client
    .from('leads')
    .update({ stripe_customer_id: customerId, stripe_synced_at: new Date().toISOString() })
    .eq('id', leadId)
    .select('id');
  if (written.error) throw new DatabaseError(written.error);
  if (written.data.length === 0) throw new Error("You don't have permission to change this lead.");
  return { customerId };
}

/** Its message, such as "TypeError: fetch failed", is only logged; staff see a text. */
class DatabaseError extends Error {
  constructor(cause: PostgrestError) {
    super(cause.code ? cause.message : "We couldn't read or change this lead. Try again.", { cause });
  }
}

/** Never logs Stripe's message, because it may quote the lead. */
function logFailure(error: Error): void {
  if (error instanceof Stripe.errors.StripeError)
    console.error(`no lead was synced: ${error.type} ${error.code ?? ''} ${error.requestId ?? ''}`.trimEnd());
  else console.error(`no lead was synced: ${((error.cause as Error | undefined) ?? error).message}`);
}

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, x-client-info, apikey, content-type',
};

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response('ok', { headers: cors });
  try {
    return Response.json(await syncLead(request), { headers: cors });
  } catch (error) {
    logFailure(error as Error);
    return Response.json({ error: (error as Error).message }, { headers: cors });
  }
});
