import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../data/database-types.ts';
import { readAll } from '../../data/read-all.ts';
import { readFailure, readOrThrow } from '../../data/read-or-throw.ts';
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
  description: string;
  prices: Price[];
}

type Client = SupabaseClient<Database>;

/** Published services with category names, newest first: the specification's query. `limit` is the home page's 6. */
export async function readPublishedServices(client: Client, limit?: number): Promise<ServiceTileData[]> {
  const select = () => selectPublished(client).order('created_at', { ascending: false }).order('id');
  const rows =
    limit === undefined
      ? await readAll('services', (from, to) => select().range(from, to))
      : readOrThrow('services', await select().limit(limit));
  return rows.map(toTile);
}

/** One published service, or null. */
export async function readServiceBySlug(client: Client, slug: string): Promise<ServicePageData | null> {
  const { data, error } = await selectPublished(client).eq('slug', slug).maybeSingle();
  if (error) throw readFailure(`the service ${slug}`, error);
  return data && toPage(data);
}

/** The service of a preview token, drafts too, or null. */
export async function readServicePreview(client: Client, token: string): Promise<ServicePageData | null> {
  const answer = await client.rpc('preview_services', { token }).select('*, categories(name)');
  const [row] = readOrThrow('a preview of a service', answer);
  return row ? toPage(row) : null;
}

function selectPublished(client: Client) {
  return client.from('services').select('*, categories(name)').eq('is_published', true);
}

/** Limit for rows from before editors had one. */
const maxListed = 100;

type Row = NonNullable<Awaited<ReturnType<typeof selectPublished>>['data']>[number];

function toPage(row: Row): ServicePageData {
  return {
    ...toTile(row),
    id: row.id,
    description: row.description,
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
