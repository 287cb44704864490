import { isUploaded } from '../../screen/picture-address.ts';
import { mediaRows } from '../media-rows.ts';
import { mediaSources, type MediaSource } from '../media-sources.ts';

export interface AddedPicture {
  source: MediaSource;
  /** of the service or app */
  id: string;
  kind: string;
  url: string | null;
  alt: string | null;
}

/** Adds the picture of a saved record to the media, once. If this fails, the record still shows its picture. */
export async function addToMedia({ source, id, kind, url, alt }: AddedPicture): Promise<void> {
  if (url === null || !isUploaded(url)) return;
  const { data } = await mediaRows(source).select('id').eq('url', url).limit(1);
  if (data?.length !== 0) return;
  await mediaRows(source).insert({ [mediaSources[source].ownerColumn]: id, kind, url, alt: alt ?? '' });
}
