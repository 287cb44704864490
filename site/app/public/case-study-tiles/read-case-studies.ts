// Reads published case studies as tiles: all, the newest, or those of one service.
import { readPublishedRecords } from '../../content/read-records.ts';
import type { ServerClient } from '../../data/server-client.ts';
import type { Database } from '../../data/database-types.ts';
import { dataOrThrow } from '../../data/data-or-throw.ts';

export interface CaseStudyTileData {
  title: string;
  slug: string;
  excerpt: string;
  /** a name, or a description of an unnamed client; "" for neither */
  client: string;
  /** invented, and marked as such until it is edited */
  isSample: boolean;
  /** "63% more calls" */
  results: string[];
  cover: { url: string; alt: string } | null;
}

type Row = Database['public']['Tables']['case_studies']['Row'];

/** The number in one row of tiles. */
const maxShown = 3;

/** Published case studies, newest first, those without a date last: all of them, or the first `limit`. */
export async function readPublishedCaseStudies(
  client: ServerClient,
  limit?: number,
): Promise<CaseStudyTileData[]> {
  return (await readPublishedRecords(client, 'case_studies', limit)).map(toCaseStudyTileData);
}

/** The newest case studies that refer to this service. */
export async function readNewestCaseStudiesOfService(
  client: ServerClient,
  serviceId: string,
): Promise<CaseStudyTileData[]> {
  const rows = dataOrThrow(
    'case studies of a service',
    await client
      .from('case_studies')
      .select()
      .eq('is_published', true)
      .contains('service_ids', [serviceId])
      .order('published_at', { ascending: false, nullsFirst: false })
      .order('id')
      .limit(maxShown),
  );
  return rows.map(toCaseStudyTileData);
}

export function toCaseStudyTileData(row: Row): CaseStudyTileData {
  return {
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    client: row.client,
    isSample: row.is_sample,
    results: row.results,
    cover: row.cover_url ? { url: row.cover_url, alt: row.cover_alt ?? '' } : null,
  };
}
