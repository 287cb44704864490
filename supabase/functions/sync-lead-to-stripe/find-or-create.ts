import type { Stripe } from 'stripe';

export interface LeadContact {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  company: string | null;
}

/** Also a customer whose e-mail address was changed at Stripe. */
async function findByLeadId(stripe: Stripe, leadId: string): Promise<string | null> {
  const { data } = await stripe.customers.search({ query: `metadata['lead_id']:'${leadId}'`, limit: 1 });
  return data[0]?.id ?? null;
}

/**
 * Prefers the customer with the lead's id in its metadata, then the oldest of that e-mail address, else creates one.
 * The id lasts; the idempotency key covers a double click, for it expires after a day and a new customer is not
 * searchable for a minute. Throws Stripe's own errors.
 */
export async function findOrCreateCustomer(stripe: Stripe, lead: LeadContact): Promise<string> {
  const { data } = await stripe.customers.list({ email: lead.email, limit: 100 });
  const marked = data.find(({ metadata }) => metadata['lead_id'] === lead.id);
  if (marked) return marked.id;
  const oldest = data.at(-1);
  if (oldest) {
    // The id of an earlier lead stays.
    if (!oldest.metadata['lead_id']) {
      await stripe.customers.update(oldest.id, { metadata: { lead_id: lead.id } });
    }
    return oldest.id;
  }
  const renamed = await findByLeadId(stripe, lead.id);
  if (renamed) return renamed;
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
