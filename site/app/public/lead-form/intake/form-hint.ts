// The resource route that returns a signed time stamp when a visitor first touches a form.
import { backendContext } from '../../../data/backend-context.ts';
import type { Route } from './+types/form-hint.ts';
import { createSignedFormTime } from './signed-form-time.server.ts';

/** Fetched when a visitor first touches a form. The hint is optional: a form without it is treated the same. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { headerKey } = context.get(backendContext);
  return new Response(createSignedFormTime(headerKey, Date.now()), {
    headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' },
  });
}
