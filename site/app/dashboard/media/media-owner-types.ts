// The types of records that have pictures.
import { mediaTexts } from './media-texts.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import { browserClient } from '../../data/browser-client.ts';

/** Their tables, and the kinds of pictures to choose from. */
export const mediaOwnerTypes = {
  service: { table: 'media', ownerColumn: 'service_id', ownerTable: 'services', kinds: ['image', 'hero'] },
  app: { table: 'app_media', ownerColumn: 'app_id', ownerTable: 'apps', kinds: ['screenshot', 'logo'] },
} as const;

export type MediaOwnerType = keyof typeof mediaOwnerTypes;

const kinds: Record<string, string> = mediaTexts.kinds;

/** A picture's kind for use within a sentence; an unknown one unchanged. */
export function mediaKindLabel(kind: string): string {
  return kinds[kind] ?? kind;
}

/** The table of a source: the client's types do not support a name that is one of several. */
export function mediaTableQuery(source: MediaOwnerType) {
  return (browserClient() as unknown as SupabaseClient).from(mediaOwnerTypes[source].table);
}
