// Reads the image library in pages; its addresses, and its writes.
import { backendOrigin, browserClient } from '../../../data/browser-client.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { keysetPageOf, type KeysetCursor } from '../../../data/keyset-cursor.ts';
import { usePagedQuery } from '../../../data/read-newest.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { mediaTexts } from '../media-texts.ts';
import { libraryTexts } from './library-texts.ts';

/** The first part of the keys of its queries. */
export const imagesQueryKey = 'images';
const imagesPerPage = 50;

/** A record that shows an image; the agency's details have neither ID nor name. */
export interface ImageUse {
  /** a table of content, partners or agency_settings */
  kind: string;
  id: string | null;
  name: string | null;
  state: 'now' | 'trash' | 'unsaved' | 'version';
}

export interface LibraryImage {
  id: string;
  url: string;
  name: string;
  /** null: not described yet; '': decorative */
  alt: string | null;
  created_at: string;
  uploadedBy: string | null;
  uses: readonly ImageUse[];
}

export interface ImageFilter {
  term: string;
  isUndescribed: boolean;
}

/** The address that the server gives an upload: without an origin if the backend is the site's own. */
function imageUrl(id: string, file: string): string {
  const origin = backendOrigin();
  return `${origin === location.origin ? '' : origin}/storage/v1/object/public/pictures/${id}/${file}`;
}

async function readImages({ term, isUndescribed }: ImageFilter, after: KeysetCursor | null) {
  const rows = await callDatabaseFunction('list_images', {
    term,
    is_undescribed: isUndescribed,
    before: after?.createdAt ?? null,
    before_id: after?.id ?? null,
  });
  const images = rows.map(({ file, uploaded_by_name: uploadedBy, uses, alt, ...row }): LibraryImage => ({
    ...row,
    // the generated types do not know that both may be null
    alt: alt as string | null,
    uploadedBy: uploadedBy as string | null,
    url: imageUrl(row.id, file),
    uses: uses as unknown as ImageUse[],
  }));
  return keysetPageOf(images, imagesPerPage);
}

/** Uploaded images, newest first. */
export function useImages(filter: ImageFilter) {
  return usePagedQuery(
    [imagesQueryKey, filter.term, filter.isUndescribed],
    (after: KeysetCursor | null) => readImages(filter, after),
    { isFiltered: true },
  );
}

function explain(error: object): Error {
  return new Error(errorMessage(error, { 42501: mediaTexts.errors.denied }));
}

/** Describes an image; '' is decorative. Places with the former description follow in the database. */
export async function describeImage({ id, alt }: { id: string; alt: string }): Promise<void> {
  const { data, error } = await browserClient().from('images').update({ alt }).eq('id', id).select('id');
  if (error) throw explain(error);
  if (data.length === 0) throw new Error(libraryTexts.describe.gone);
}

const uploadedFolder = /\/storage\/v1\/object\/public\/pictures\/([\w-]+)\//;

/** Gives the image at this URL its first description. A failure changes nothing for the place that shows it. */
export async function describeNewImage(url: string, alt: string): Promise<void> {
  const id = uploadedFolder.exec(url)?.[1];
  if (id === undefined) return;
  await browserClient().from('images').update({ alt }).eq('id', id).is('alt', null);
}

/** Deletes images that nothing shows; returns how many were deleted. Their files follow within an hour. */
export async function deleteImages(ids: readonly string[]): Promise<number> {
  const { data, error } = await browserClient()
    .from('images')
    .delete()
    .in('id', [...ids])
    .select('id');
  if (error) throw explain(error);
  return data.length;
}

/** Whether the database refuses to delete it: earlier versions of content keep its files. */
export function isImageInUse({ uses }: Pick<LibraryImage, 'uses'>): boolean {
  return uses.some(({ state, kind }) => state !== 'version' || kind === 'agency_settings');
}

/** Its description, otherwise its file name. */
export function imageLabel({ alt, name }: Pick<LibraryImage, 'alt' | 'name'>): string {
  return alt || name || libraryTexts.card.unnamed;
}
