import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../data/database-types.ts';
import { readOrThrow } from '../../data/read-or-throw.ts';

export interface Partner {
  name: string;
  isSample: boolean;
}

const maxPartners = 40;

export async function readPartners(client: SupabaseClient<Database>): Promise<Partner[]> {
  const query = client.from('partners').select('name, is_sample').order('sort_order').order('name');
  const rows = readOrThrow('partners', await query.limit(maxPartners));
  return rows.map(({ name, is_sample }) => ({ name, isSample: is_sample }));
}
