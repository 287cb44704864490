import type { Product } from './product.ts';

export async function readNewestLead(product: Product, email: string) {
  const { data } = await product.admin
    .from('leads')
    .select('*')
    .eq('email', email)
    .order('created_at', { ascending: false });
  return data?.[0];
}

/** The leads of an address, oldest first; only of one origin if given. */
export async function readLeadsByEmail(product: Product, email: string, origin?: 'site' | 'api') {
  const query = product.admin.from('leads').select('*').eq('email', email).order('created_at');
  return (await (origin ? query.eq('origin', origin) : query).throwOnError()).data;
}

/** The quarantined leads of an address. */
export async function readQuarantinedLeads(product: Product, email: string) {
  return (await product.admin.from('quarantined_leads').select('*').eq('email', email).throwOnError()).data;
}
