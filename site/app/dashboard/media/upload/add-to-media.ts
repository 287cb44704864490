import { browserClient } from '../../../data/browser-client.ts';
import { isUploaded } from '../../screen/picture-address.ts';

export interface AddedPicture {
  source: 'service' | 'app';
  /** of the service or app */
  id: string;
  kind: string;
  url: string | null;
  alt: string | null;
}

/** Adds the picture of a saved record to the media, once. If this fails, the record still shows its picture. */
export async function addToMedia({ source, id, kind, url, alt }: AddedPicture): Promise<void> {
  if (url === null || !isUploaded(url)) return;
  const client = browserClient();
  if (source === 'service') {
    const { data } = await client.from('media').select('id').eq('url', url).limit(1);
    if (data?.length === 0) await client.from('media').insert({ service_id: id, kind, url, alt: alt ?? '' });
  } else {
    const { data } = await client.from('app_media').select('id').eq('url', url).limit(1);
    if (data?.length === 0) await client.from('app_media').insert({ app_id: id, kind, url, alt: alt ?? '' });
  }
}
