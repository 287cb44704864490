import type { Database, Json } from '../../../data/database-types.ts';
import { randomId } from '../../../ui/random-id.ts';

/** One line of the price list as it is typed. `kept` is what the entry holds beyond what is shown. */
export interface PriceDraft {
  /** of this line, for as long as it is being edited */
  key: string;
  name: string;
  price: string;
  /** "" is paid once */
  unit: string;
  /** bought beside something else, so never what the service starts at */
  isAddOn: boolean;
  kept: { [field: string]: Json | undefined };
}

export interface ServiceDraft {
  name: string;
  slug: string;
  pitch: string;
  description: string;
  chips: string[];
  prices: PriceDraft[];
  /** "" is none */
  categoryId: string;
  isPublished: boolean;
  pictureUrl: string;
  pictureAlt: string;
  /** the picture shows nothing that words must tell */
  isDecorative: boolean;
}

export type ServiceRow = Database['public']['Tables']['services']['Row'];

export const emptyService: ServiceDraft = {
  name: '',
  slug: '',
  pitch: '',
  description: '',
  chips: [],
  prices: [],
  categoryId: '',
  isPublished: false,
  pictureUrl: '',
  pictureAlt: '',
  isDecorative: false,
};

export function emptyPrice(): PriceDraft {
  return { key: randomId(), name: '', price: '', unit: '', isAddOn: false, kept: {} };
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function priceOf(entry: Json): PriceDraft[] {
  if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return [];
  const { name, price, unit, addon, ...kept } = entry;
  const shown = { name: textOf(name), price: textOf(price), unit: textOf(unit), isAddOn: addon === true };
  return [{ ...emptyPrice(), ...shown, kept }];
}

export function draftOf(row: ServiceRow): ServiceDraft {
  return {
    name: row.name,
    slug: row.slug,
    pitch: row.short_pitch,
    description: row.description,
    chips: row.feature_chips,
    prices: Array.isArray(row.pricing_json) ? row.pricing_json.flatMap(priceOf) : [],
    categoryId: row.category_id ?? '',
    isPublished: row.is_published,
    pictureUrl: row.hero_image_url ?? '',
    pictureAlt: row.hero_image_alt ?? '',
    isDecorative: row.hero_image_url !== null && !row.hero_image_alt,
  };
}

/** The amount that was typed, in dollars; NaN when it is none. "$3,900" and "3 900" are 3900. */
export function amountOf(text: string): number {
  const digits = text.replace(/[$,\s]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The columns that an editor writes. Lines of the price list in which nothing was typed are left out. */
export function columnsOf(draft: ServiceDraft) {
  return {
    name: draft.name.trim(),
    slug: draft.slug,
    short_pitch: draft.pitch.trim(),
    description: draft.description.trim(),
    feature_chips: draft.chips,
    pricing_json: draft.prices.filter(isStarted).map(({ name, price, unit, isAddOn, kept }) => ({
      ...kept,
      name: name.trim(),
      price: amountOf(price),
      ...(unit === '' ? {} : { unit }),
      ...(isAddOn ? { addon: true } : {}),
    })),
    category_id: draft.categoryId || null,
    is_published: draft.isPublished,
    hero_image_url: draft.pictureUrl.trim() || null,
    hero_image_alt: draft.isDecorative ? null : draft.pictureAlt.trim() || null,
  };
}

export function isStarted({ name, price }: PriceDraft): boolean {
  return name.trim() !== '' || price.trim() !== '';
}
