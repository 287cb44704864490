import type { Database } from '../../site/app/data/database-types.ts';
import type { Product } from './product.ts';

let names = 0;

/** A name that no other lead has. */
export function uniqueLeadName(first = 'Ana'): string {
  names += 1;
  return `${first} Roy ${process.pid}-${Date.now().toString(36)}-${names}`;
}

type LeadInput = Database['public']['Tables']['leads']['Insert'];

/** Creates a lead for one test, as a visitor would send it; returns its row. */
export async function makeLead(product: Product, lead: Partial<LeadInput> = {}) {
  const name = lead.name ?? uniqueLeadName();
  const { data, error } = await product.admin
    .from('leads')
    .insert({ email: 'ana@roy.example', message: 'Do you take on one-page sites?', ...lead, name })
    .select()
    .single();
  if (error) throw error;
  return data;
}

/** The link to the page of a lead's conversation, as in mails to the lead. */
export async function readConversationPath(product: Product, leadId: string): Promise<string> {
  const { data } = await product.admin.rpc('conversation_for_mail', { lead: leadId }).throwOnError();
  return `/conversation/${(data as { token: string }).token}`;
}
