// The route that serves the agency's brand colours as a CSS file.
import type { Route } from './+types/colours-route.ts';

/** The agency's own colours as a style sheet. The URL contains the colours, so the response may be cached forever. */
export async function loader({ params }: Route.LoaderArgs): Promise<Response> {
  // loaded for the first request, because the colour library takes half a second
  const { findColourStyleSheet } = await import('./colour-style-sheet.server.ts');
  const file = findColourStyleSheet(params.name);
  if (!file)
    return new Response('', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  return new Response(file.css, {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}
