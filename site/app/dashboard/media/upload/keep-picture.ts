import { browserClient } from '../../../data/browser-client.ts';
import { isUploaded } from '../../screen/picture-address.ts';

export interface KeptPicture {
  source: 'service' | 'app';
  /** of the service or app */
  id: string;
  kind: string;
  url: string | null;
  alt: string | null;
}

/**
 * Lists the picture that a record has just been saved with among the media, once. The record itself is saved: should
 * this fail, the picture shows all the same and only the list lacks it.
 */
export async function keepPicture({ source, id, kind, url, alt }: KeptPicture): Promise<void> {
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
