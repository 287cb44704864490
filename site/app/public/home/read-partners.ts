import type { SupabaseClient } from '@supabase/supabase-js';
import { logoOf, type AgencyLogo } from '../../agency/agency-logo.ts';
import type { Database } from '../../data/database-types.ts';
import { readOrThrow } from '../../data/read-or-throw.ts';

export interface Partner {
  name: string;
  isSample: boolean;
  /** in place of the name */
  logo: AgencyLogo | null;
}

const maxPartners = 40;

export async function readPartners(client: SupabaseClient<Database>): Promise<Partner[]> {
  const query = client.from('partners').select('name, is_sample, logo_url, logo_ground');
  const rows = readOrThrow('partners', await query.order('sort_order').order('name').limit(maxPartners));
  return rows.map(({ name, is_sample: isSample, logo_url: logo, logo_ground: logoGround }) => ({
    name,
    isSample,
    logo: logoOf({ logo: logo ?? '', logoDark: '', logoGround }),
  }));
}
