import type { Stripe } from 'stripe';

export interface LeadPerson {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
}

/** A customer that carries the lead's id and was given another e-mail address at Stripe since; null when there is none. */
async function findMoved(stripe: Stripe, leadId: string): Promise<string | null> {
  const { data } = await stripe.customers.search({ query: `metadata['lead_id']:'${leadId}'`, limit: 1 });
  return data[0]?.id ?? null;
}

/**
 * The customer of a lead, made when there is none: the one that carries the lead's id, else the oldest of that e-mail
 * address, else a new one. Idempotency keys expire after a day, and what was just made is not searchable for a minute:
 * the id in the metadata is what lasts, the key covers two presses at once. Throws Stripe's own errors.
 */
export async function findOrCreateCustomer(stripe: Stripe, lead: LeadPerson): Promise<string> {
  const { data } = await stripe.customers.list({ email: lead.email, limit: 100 });
  const marked = data.find(({ metadata }) => metadata['lead_id'] === lead.id);
  if (marked) return marked.id;
  const oldest = data.at(-1);
  if (oldest) {
    // Whoever became a customer through an earlier lead keeps that mark.
    if (!oldest.metadata['lead_id']) {
      await stripe.customers.update(oldest.id, { metadata: { lead_id: lead.id } });
    }
    return oldest.id;
  }
  const moved = await findMoved(stripe, lead.id);
  if (moved) return moved;
  const { id } = await stripe.customers.create(
    {
      name: lead.name,
      email: lead.email,
      ...(lead.phone ? { phone: lead.phone } : {}),
      metadata: { lead_id: lead.id, ...(lead.company ? { company: lead.company } : {}) },
    },
    { idempotencyKey: `lead-${lead.id}` },
  );
  return id;
}
