// Body {leadId}. Reads and writes the lead as the caller, under row level security. After a failure (`error`) nothing
// is changed.
import { createClient } from '@supabase/supabase-js';
import { findOrCreateCustomer, type LeadContact } from './find-or-create.ts';
import { hasRealKey, practicePrefix, stripeClient, within10s } from './stripe-client.ts';

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
  if (error) throw new Error(error.message);
  const lead = data as Lead | null;
  if (!lead) throw new Error('There is no such lead, or your account may not see it.');
  const known = lead.stripe_customer_id;
  if (known && !(hasRealKey() && known.startsWith(practicePrefix))) return { customerId: known };
  const stripe = stripeClient();
  if (!stripe) throw new Error('Stripe is not set up: the setting STRIPE_SECRET_KEY is missing.');
  const customerId = await within10s(findOrCreateCustomer(stripe, lead));
  const written = await client
    .from('leads')
    .update({ stripe_customer_id: customerId, stripe_synced_at: new Date().toISOString() })
    .eq('id', leadId)
    .select('id');
  if (written.error) throw new Error(written.error.message);
  if (written.data.length === 0) throw new Error('Your account may not change this lead.');
  return { customerId };
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
    return Response.json({ error: (error as Error).message }, { headers: cors });
  }
});
