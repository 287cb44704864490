// Reads published services for tiles or a page; parses their stored prices.
import type { ServerClient } from '../../data/server-client.ts';
import { dataOrThrow } from '../../data/data-or-throw.ts';
import {
  readPublishedRecords,
  readPublicRecord,
  type PublicRecord,
  type RecordParams,
} from '../../content/read-records.ts';
import type { DescriptionText } from '../../content/description.tsx';
import { renderDescription } from '../../content/render-description.ts';
import { recordSeoOf, type RecordSeo } from '../../seo/record-seo.ts';
import { startingPrice, type Price, type StartingPrice } from '../../content/pricing.ts';
import { z } from 'zod/mini';

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
  seo: RecordSeo;
}

/** Published services with category names, newest first: the specification's query. `limit` is the home page's 6. */
export async function readPublishedServices(
  client: ServerClient,
  limit?: number,
): Promise<ServiceTileData[]> {
  return (await readPublishedRecords(client, 'services', limit)).map(toTile);
}

/** Those of these services that are published, in the given order. */
export async function readPublishedServicesByIds(
  client: ServerClient,
  ids: readonly string[],
): Promise<ServiceTileData[]> {
  if (ids.length === 0) return [];
  const rows = dataOrThrow(
    'services by id',
    await client.from('services').select('*, categories(name)').eq('is_published', true).in('id', ids),
  );
  return ids.flatMap((id) => rows.filter((row) => row.id === id)).map(toTile);
}

export async function readService(
  client: ServerClient,
  params: RecordParams,
): Promise<ServicePageData | null> {
  const row = await readPublicRecord(client, 'services', params);
  return row && toPage(row);
}

/** A limit for rows that were stored before editors had one. */
const maxListed = 100;

type Row = PublicRecord<'services'>;

function toPage(row: Row): ServicePageData {
  return {
    ...toTile(row),
    id: row.id,
    description: renderDescription('services', row),
    prices: parsePrices(row.pricing_json),
    seo: recordSeoOf(row.seo),
  };
}

function toTile(row: Row): ServiceTileData {
  return {
    name: row.name,
    slug: row.slug,
    pitch: row.short_pitch,
    category: row.categories?.name ?? null,
    chips: (row.feature_chips ?? []).slice(0, maxListed),
    startsAt: startingPrice(parsePrices(row.pricing_json)),
    picture: row.hero_image_url ? { url: row.hero_image_url, alt: row.hero_image_alt ?? '' } : null,
  };
}

const amount = z.union([z.number(), z.pipe(z.string(), z.transform(readNumber))]);
const entry = z.object({
  name: z.string(),
  price: amount,
  unit: z.optional(z.nullable(z.string())),
  addon: z.optional(z.unknown()),
});

/** A limit for rows that were stored before editors had one. */
const maxPrices = 100;

/** Parses pricing_json. Numeric strings are treated as numbers; invalid entries are left out. */
export function parsePrices(json: unknown): Price[] {
  if (!Array.isArray(json)) return [];
  return json.slice(0, maxPrices).flatMap((value) => {
    const { data } = entry.safeParse(value);
    if (!data || !Number.isFinite(data.price) || data.price < 0 || data.name.trim() === '') return [];
    return [{ name: data.name, amount: data.price, unit: data.unit ?? null, isAddOn: data.addon === true }];
  });
}

function readNumber(text: string): number {
  const cleaned = text.replace(/[$,\s]/g, '');
  return cleaned === '' ? Number.NaN : Number(cleaned);
}
