// Reads the content of share images.
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Agency } from '../agency/agency.ts';
import { loadSharp } from '../art/load-sharp.server.ts';
import { contentTypeOf } from '../content/content-types.ts';
import type { ServerClient } from '../data/server-client.ts';
import { toReadError } from '../data/data-or-throw.ts';
import type { ShareImageContent, ShareImageKind } from './share-image-path.ts';
import { recordSeoOf } from './record-seo.ts';
import { shareImageContentOf } from './record-head.ts';
import { sitePagesOf } from './site-pages.ts';

/** The content of the share image of a published record or a page; null if it does not exist. */
export async function readShareImageContent(
  client: ServerClient,
  kind: ShareImageKind,
  slug: string,
  agency: Agency,
): Promise<ShareImageContent | null> {
  if (kind === 'pages')
    return Object.entries(sitePagesOf(agency)).find(([name]) => name === slug)?.[1] ?? null;
  const { columns } = contentTypeOf(kind);
  // the client's types do not support columns that are chosen at run time
  const { data, error } = await (client as unknown as SupabaseClient)
    .from(kind)
    .select([columns.name, 'slug', 'seo', columns.category].filter((column) => column !== null).join(', '))
    .eq('is_published', true)
    .eq('slug', slug)
    .maybeSingle<Record<string, unknown>>();
  if (error) throw toReadError(`what to share of ${slug}`, error);
  return (
    data &&
    shareImageContentOf(kind, {
      name: String(data[columns.name]),
      slug,
      category: categoryOf(data),
      picture: recordSeoOf(data['seo']).image,
    })
  );
}

function categoryOf(row: Record<string, unknown>): string | null {
  const category = row['category'] ?? row['categories'];
  if (typeof category === 'object' && category !== null && 'name' in category) return String(category.name);
  return typeof category === 'string' ? category : null;
}

/** The bytes of an uploaded picture; null if it cannot be read or is no whole picture. */
export async function readUploadedPicture(client: ServerClient, url: string): Promise<Buffer | null> {
  const [, path] = /\/object\/public\/pictures\/(.+)$/.exec(url) ?? [];
  if (path === undefined) return null;
  const { data } = await client.storage.from('pictures').download(path);
  if (!data) return null;
  const bytes = Buffer.from(await data.arrayBuffer());
  const sharp = await loadSharp();
  try {
    // Decodes the whole picture, so that a damaged file throws.
    await sharp(bytes, { failOn: 'error' }).stats();
    return bytes;
  } catch {
    return null;
  }
}
