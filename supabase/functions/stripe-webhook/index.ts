// Copies a customer's name and e-mail address to its leads. Unsigned events are rejected.
import { createClient } from '@supabase/supabase-js';
import { Stripe } from 'stripe';

const stripe = new Stripe('sk_test_signatures_only');

function serverClient() {
  return createClient(Deno.env.get('SUPABASE_URL') ?? '', Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '', {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

async function readEvent(request: Request, secret: string): Promise<Stripe.Event | null> {
  const signature = request.headers.get('stripe-signature') ?? '';
  try {
    return await stripe.webhooks.constructEventAsync(await request.text(), signature, secret);
  } catch {
    return null;
  }
}

/** A name or address that is missing, or that the table rejects, stays unchanged. */
function changesOf({ name, email }: Stripe.Customer): { name?: string; email?: string } {
  const trimmed = name?.trim() ?? '';
  return {
    ...(trimmed.length >= 2 && trimmed.length <= 100 ? { name: trimmed } : {}),
    ...(email && email.length <= 255 ? { email } : {}),
  };
}

Deno.serve(async (request) => {
  const secret = Deno.env.get('STRIPE_WEBHOOK_SECRET');
  if (!secret) return Response.json({ error: 'STRIPE_WEBHOOK_SECRET is not set' }, { status: 501 });
  const event = await readEvent(request, secret);
  if (!event) return Response.json({ error: 'The signature does not match' }, { status: 400 });
  if (event.type !== 'customer.updated') return Response.json({ received: true });
  const customer = event.data.object;
  const changes = changesOf(customer);
  if (Object.keys(changes).length > 0) {
    const { error } = await serverClient()
      .from('leads')
      .update(changes)
      .eq('stripe_customer_id', customer.id);
    // Stripe retries later.
    if (error) return Response.json({ error: 'The lead could not be written' }, { status: 500 });
  }
  return Response.json({ received: true });
});
