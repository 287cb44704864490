import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../data/database-types.ts';
import { readOrThrow } from '../../data/read-or-throw.ts';
import {
  readPublished,
  readRecord,
  type PublicRecord,
  type RecordParams,
} from '../../content/read-records.ts';
import type { DescriptionText } from '../../content/description.tsx';
import { renderDescription } from '../../content/render-description.ts';
import { startingPrice, type Price, type StartingPrice } from '../../content/pricing.ts';
import { readPricing } from './read-pricing.ts';

export interface ServiceTileData {
  name: string;
  slug: string;
  pitch: string;
  category: string | null;
  chips: string[];
  startsAt: StartingPrice;
  picture: { url: string; alt: string } | null;
}

export interface ServicePageData extends ServiceTileData {
  id: string;
  description: DescriptionText;
  prices: Price[];
}

type Client = SupabaseClient<Database>;

/** Published services with category names, newest first: the specification's query. `limit` is the home page's 6. */
export async function readPublishedServices(client: Client, limit?: number): Promise<ServiceTileData[]> {
  return (await readPublished(client, 'services', limit)).map(toTile);
}

/** Published services among these, in their order. */
export async function readServicesByIds(client: Client, ids: readonly string[]): Promise<ServiceTileData[]> {
  if (ids.length === 0) return [];
  const rows = readOrThrow(
    'services by id',
    await client.from('services').select('*, categories(name)').eq('is_published', true).in('id', ids),
  );
  return ids.flatMap((id) => rows.filter((row) => row.id === id)).map(toTile);
}

export async function readService(client: Client, params: RecordParams): Promise<ServicePageData | null> {
  const row = await readRecord(client, 'services', params);
  return row && toPage(row);
}

/** Limit for rows from before editors had one. */
const maxListed = 100;

type Row = PublicRecord<'services'>;

function toPage(row: Row): ServicePageData {
  return {
    ...toTile(row),
    id: row.id,
    description: renderDescription('services', row),
    prices: readPricing(row.pricing_json),
  };
}

function toTile(row: Row): ServiceTileData {
  return {
    name: row.name,
    slug: row.slug,
    pitch: row.short_pitch,
    category: row.categories?.name ?? null,
    chips: (row.feature_chips ?? []).slice(0, maxListed),
    startsAt: startingPrice(readPricing(row.pricing_json)),
    picture: row.hero_image_url ? { url: row.hero_image_url, alt: row.hero_image_alt ?? '' } : null,
  };
}
