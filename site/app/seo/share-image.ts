import { redirect } from 'react-router';
import { backendContext } from '../data/backend-context.ts';
import { serverClient } from '../data/server-client.ts';
import type { Route } from './+types/share-image.ts';
import { readShareFacts } from './read-share-facts.server.ts';
import { renderShareImage } from './render-share-image.server.ts';
import { responseTexts } from './response-texts.ts';
import { parseShareImagePath, shareImagePath } from './share-image-path.ts';

/**
 * A record's share image, 1200 × 630. Only the current path is drawn, others redirect to it, so that made-up versions
 * cause no work.
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const requested = parseShareImagePath(params.kind, params.name);
  const { agency } = await context.get(backendContext).agency.read();
  const facts =
    requested && (await readShareFacts(serverClient(context), requested.kind, requested.slug, agency));
  if (!requested || !facts) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return new Response(`${responseTexts.noImage}\n`, { status: 404, headers });
  }
  const address = shareImagePath(requested.kind, requested.slug, facts, agency.name);
  if (address !== `/share/${params.kind}/${params.name}`)
    return redirect(address, { headers: { 'cache-control': 'public, no-cache' } });
  return new Response(await renderShareImage(address, facts, agency.name), {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  });
}
