import { redirect } from 'react-router';
import { serverClient } from '../data/server-client.ts';
import type { Route } from './+types/share-image.ts';
import { readShareFacts } from './read-share-facts.server.ts';
import { renderShareImage } from './render-share-image.server.ts';
import { readShareAddress, shareAddress } from './share-address.ts';

/**
 * A record's share image, 1200 × 630. Only the address that the page names today is drawn; an older one leads
 * there, so that nobody can make the server draw by making up versions.
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const asked = readShareAddress(params.kind, params.name);
  const facts = asked && (await readShareFacts(serverClient(context), asked.kind, asked.slug));
  if (!asked || !facts) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return new Response('There is no such image.\n', { status: 404, headers });
  }
  const address = shareAddress(asked.kind, asked.slug, facts);
  if (address !== `/share/${params.kind}/${params.name}`)
    return redirect(address, { headers: { 'cache-control': 'public, no-cache' } });
  return new Response(await renderShareImage(address, facts), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
