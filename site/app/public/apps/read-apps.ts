// Reads published apps for cards; reads one app with its screenshots for its page or preview.
import type { ServerClient } from '../../data/server-client.ts';
import type { Database } from '../../data/database-types.ts';
import { readAllRows, dataOrThrow } from '../../data/data-or-throw.ts';
import { appCardTexts } from '../page/record-texts.ts';
import type { DescriptionText } from '../../content/description.tsx';
import { renderDescription } from '../../content/render-description.ts';
import {
  readPublishedRecords,
  readPublicRecord,
  type PublicRecord,
  type RecordParams,
} from '../../content/read-records.ts';

export interface AppCardData {
  name: string;
  slug: string;
  pitch: string;
  category: string | null;
  platforms: string[];
  chips: string[];
  logo: { url: string; alt: string } | null;
  demoUrl: string | null;
}

export interface AppScreenshot {
  id: string;
  url: string;
  alt: string;
}

export interface AppPageData extends AppCardData {
  description: DescriptionText;
  screenshots: AppScreenshot[];
}

/** Published apps, newest first: the specification's query. `limit` is the home page's 3. */
export async function readPublishedApps(client: ServerClient, limit?: number): Promise<AppCardData[]> {
  return (await readPublishedRecords(client, 'apps', limit)).map(toCard);
}

export async function readApp(client: ServerClient, params: RecordParams): Promise<AppPageData | null> {
  const app = await readPublicRecord(client, 'apps', params);
  if (!app) return null;
  const { token } = params;
  if (token !== undefined)
    return toPage(app, dataOrThrow('app media', await client.rpc('preview_app_media', { token })));
  const media = await readAllRows('app media', (from, to) =>
    client
      .from('app_media')
      .select('*')
      .eq('app_id', app.id)
      .order('sort_order', { ascending: true })
      .order('id')
      .range(from, to),
  );
  return toPage(app, media);
}

type Media = Pick<Database['public']['Tables']['app_media']['Row'], 'id' | 'kind' | 'url' | 'alt'>;

type Row = PublicRecord<'apps'>;

function toPage(row: Row, media: readonly Media[]): AppPageData {
  // the table also contains uploaded logos
  const shown = media.filter(({ kind }) => kind !== 'logo');
  const screenshots = shown.map(({ id, url, alt }) => ({ id, url, alt: alt ?? '' }));
  return { ...toCard(row), description: renderDescription('apps', row), screenshots };
}

/** A limit for rows that were stored before editors had one. */
const maxListed = 100;

function toCard(row: Row): AppCardData {
  return {
    name: row.name,
    slug: row.slug,
    pitch: row.short_pitch,
    category: row.category,
    platforms: (row.platforms ?? []).slice(0, maxListed),
    chips: (row.feature_chips ?? []).slice(0, maxListed),
    logo: row.logo_url ? { url: row.logo_url, alt: row.logo_alt ?? appCardTexts.logo(row.name) } : null,
    demoUrl: row.demo_url,
  };
}
