// The route that serves the agency's logo for mails as PNG.
import { loadSharp } from '../art/load-sharp.server.ts';
import { mailLogoDensity, mailLogoOf, mailLogoPath } from '../agency/mail-logo.ts';
import { backendContext } from '../data/backend-context.ts';
import { serverClient } from '../data/server-client.ts';
import { missingFileTexts } from '../texts/server-error-texts.ts';
import type { Route } from './+types/mail-logo.ts';
import { readUploadedPicture } from './read-share-image-content.server.ts';

/** The current logo at every path of an earlier one too, because mails are kept longer than logos. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { agency } = await context.get(backendContext).agency.read();
  const size = mailLogoOf(agency, '');
  const bytes =
    size && agency.logo && /^[\w-]{1,60}\.png$/.test(params.name)
      ? await readUploadedPicture(serverClient(context), agency.logo.url)
      : null;
  if (!size || !bytes || !agency.logo) {
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(`${missingFileTexts.noImage}\n`, { status: 404, headers });
  }
  const sharp = await loadSharp();
  const [width, height] = [size.width * mailLogoDensity, size.height * mailLogoDensity];
  const png = await sharp(bytes).resize({ width, height, fit: 'fill' }).png().toBuffer();
  const isCurrent = new URL(request.url).pathname === mailLogoPath(agency.logo.url);
  return new Response(new Uint8Array(png), {
    headers: {
      'content-type': 'image/png',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      // mail programs load it from other origins
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
