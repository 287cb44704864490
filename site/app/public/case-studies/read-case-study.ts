import type { SupabaseClient } from '@supabase/supabase-js';
import { contentType } from '../../content/content-types.ts';
import { readRecord, type PublicRecord, type RecordParams } from '../../content/read-records.ts';
import type { Database } from '../../data/database-types.ts';
import { renderMarkdownPart } from '../../ui/markdown.ts';
import { toTile, type CaseStudyTileData } from '../case-study-tiles/read-case-studies.ts';

export interface CaseStudyPageData extends CaseStudyTileData {
  /** plain paragraphs */
  problem: string;
  /** HTML of what was done; null without */
  solution: string | null;
  serviceIds: string[];
  publishedAt: string | null;
  updatedAt: string;
}

type Client = SupabaseClient<Database>;

export async function readCaseStudy(client: Client, params: RecordParams): Promise<CaseStudyPageData | null> {
  const row = await readRecord(client, 'case_studies', params);
  return row && toPage(row);
}

function toPage(row: PublicRecord<'case_studies'>): CaseStudyPageData {
  const { topHeading } = contentType('case_studies').longText;
  return {
    ...toTile(row),
    problem: row.problem,
    solution: row.body?.trim() ? renderMarkdownPart(row.body, topHeading).html : null,
    serviceIds: row.service_ids,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
  };
}
