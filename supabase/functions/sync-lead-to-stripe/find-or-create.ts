import type { Stripe } from 'stripe';

export interface LeadContact {
  id: string;
  name: string;
  /** null: a colleague added a lead that can only be reached by phone */
  email: string | null;
  phone: string | null;
  company: string | null;
}

/**
 * Newest first. Stripe's list is case-sensitive, its search is not; the search misses customers that are less than a
 * minute old.
 */
async function customersOf(stripe: Stripe, email: string): Promise<Stripe.Customer[]> {
  const address = email.toLowerCase();
  const found = new Map<string, Stripe.Customer>();
  for (const written of new Set([email, address]))
    for await (const customer of stripe.customers.list({ email: written, limit: 100 }))
      found.set(customer.id, customer);
  const query = `email:'${address.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  for await (const customer of stripe.customers.search({ query, limit: 100 }))
    found.set(customer.id, customer);
  return [...found.values()]
    .filter((customer) => customer.email?.toLowerCase() === address)
    .toSorted((one, other) => other.created - one.created);
}

/** Finds a customer even if its email address was changed at Stripe. A new customer cannot be found for a minute. */
async function searchByLeadId(stripe: Stripe, leadId: string): Promise<string | null> {
  const { data } = await stripe.customers.search({ query: `metadata['lead_id']:'${leadId}'`, limit: 1 });
  return data[0]?.id ?? null;
}

/** Whether a customer exists; Stripe returns a deleted one with a mark, and 404 for an unknown one. */
async function exists(stripe: Stripe, customerId: string): Promise<boolean> {
  try {
    return !(await stripe.customers.retrieve(customerId)).deleted;
  } catch (error) {
    if ((error as Stripe.errors.StripeError).statusCode === 404) return false;
    throw error;
  }
}

/**
 * The id of a lead's customer: the one with the lead's id in its metadata, else the one that is linked to another lead
 * of this person, else the oldest with that email address, else a new one. The idempotency key covers a double click,
 * and expires after a day. Throws Stripe's own errors.
 */
export async function findOrCreateCustomer(
  stripe: Stripe,
  lead: LeadContact,
  linkedId: string | null = null,
): Promise<string> {
  const sameEmail = lead.email === null ? [] : await customersOf(stripe, lead.email);
  const own = sameEmail.find(({ metadata }) => metadata['lead_id'] === lead.id)?.id;
  const found = own ?? (await searchByLeadId(stripe, lead.id));
  if (found) return found;
  if (linkedId !== null && (await exists(stripe, linkedId))) return linkedId;
  const oldest = sameEmail.at(-1);
  if (oldest) {
    // The id of an earlier lead is kept.
    if (!oldest.metadata['lead_id']) {
      await stripe.customers.update(oldest.id, { metadata: { lead_id: lead.id } });
    }
    return oldest.id;
  }
  const { id } = await stripe.customers.create(
    {
      name: lead.name,
      ...(lead.email ? { email: lead.email.toLowerCase() } : {}),
      ...(lead.phone ? { phone: lead.phone } : {}),
      metadata: { lead_id: lead.id, ...(lead.company ? { company: lead.company } : {}) },
    },
    { idempotencyKey: `lead-${lead.id}` },
  );
  return id;
}
