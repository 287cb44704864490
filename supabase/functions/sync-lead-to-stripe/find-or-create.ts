import type { Stripe } from 'stripe';

export interface LeadContact {
  id: string;
  name: string;
  /** null: a colleague added a lead that can be reached by phone alone */
  email: string | null;
  phone: string | null;
  company: string | null;
}

/** Also one whose e-mail address was changed at Stripe. A new customer is not searchable for a minute. */
async function searchByLeadId(stripe: Stripe, leadId: string): Promise<string | null> {
  const { data } = await stripe.customers.search({ query: `metadata['lead_id']:'${leadId}'`, limit: 1 });
  return data[0]?.id ?? null;
}

/**
 * The id of a lead's customer: the one with the lead's id in its metadata, else the oldest of that e-mail address, else
 * a new one. The idempotency key covers a double click, and expires after a day. Throws Stripe's own errors.
 */
export async function findOrCreateCustomer(stripe: Stripe, lead: LeadContact): Promise<string> {
  let oldest: Stripe.Customer | undefined;
  // Newest first, page by page.
  const sameEmail = lead.email === null ? [] : stripe.customers.list({ email: lead.email, limit: 100 });
  for await (const customer of sameEmail) {
    if (customer.metadata['lead_id'] === lead.id) return customer.id;
    oldest = customer;
  }
  const found = await searchByLeadId(stripe, lead.id);
  if (found) return found;
  if (oldest) {
    // The id of an earlier lead stays.
    if (!oldest.metadata['lead_id']) {
      await stripe.customers.update(oldest.id, { metadata: { lead_id: lead.id } });
    }
    return oldest.id;
  }
  const { id } = await stripe.customers.create(
    {
      name: lead.name,
      ...(lead.email ? { email: lead.email } : {}),
      ...(lead.phone ? { phone: lead.phone } : {}),
      metadata: { lead_id: lead.id, ...(lead.company ? { company: lead.company } : {}) },
    },
    { idempotencyKey: `lead-${lead.id}` },
  );
  return id;
}
