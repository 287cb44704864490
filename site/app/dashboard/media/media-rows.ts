import type { SupabaseClient } from '@supabase/supabase-js';
import { browserClient } from '../../data/browser-client.ts';
import { mediaSources, type MediaSource } from './media-sources.ts';

/** The table of a source: the client's own types cannot follow a name that is one of several. */
export function mediaRows(source: MediaSource) {
  return (browserClient() as unknown as SupabaseClient).from(mediaSources[source].table);
}
