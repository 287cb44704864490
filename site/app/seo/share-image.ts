// The route that serves a record's share image; redirects from outdated paths.
import { redirect } from 'react-router';
import { backendContext } from '../data/backend-context.ts';
import { serverClient } from '../data/server-client.ts';
import type { Route } from './+types/share-image.ts';
import { readUploadedPicture, readShareImageContent } from './read-share-image-content.server.ts';
import { cropShareImage, renderShareImage } from './render-share-image.server.ts';
import { missingFileTexts } from '../texts/server-error-texts.ts';
import { parseShareImagePath, shareImagePath } from './share-image-path.ts';

/**
 * A record's share image, 1200 × 630. Only the current path is drawn; others redirect to it, so that invented versions
 * cause no work.
 */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const requested = parseShareImagePath(params.kind, params.name);
  const { agency, colours } = await context.get(backendContext).agency.read();
  const facts =
    requested && (await readShareImageContent(serverClient(context), requested.kind, requested.slug, agency));
  if (!requested || !facts) {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return new Response(`${missingFileTexts.noImage}\n`, { status: 404, headers });
  }
  const address = shareImagePath(requested.kind, requested.slug, facts, agency);
  if (address !== `/share/${params.kind}/${params.name}`)
    return redirect(address, { headers: { 'cache-control': 'public, no-cache' } });
  const chosen =
    facts.picture !== undefined && (await readUploadedPicture(serverClient(context), facts.picture));
  if (chosen)
    return new Response(await cropShareImage(address, chosen), {
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
    });
  const logo = agency.logo && (await readUploadedPicture(serverClient(context), agency.logo.url));
  const png = await renderShareImage(address, facts, { ...agency, colours, ...(logo && { picture: logo }) });
  return new Response(png, {
    headers: {
      'content-type': 'image/png',
      // if a picture could not be loaded, the next request tries again
      'cache-control':
        (agency.logo && !logo) || facts.picture !== undefined
          ? 'no-store'
          : 'public, max-age=31536000, immutable',
    },
  });
}
