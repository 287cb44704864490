import { redirect } from 'react-router';

/** The overview links to /dashboard/leads (the spec's words); the inbox lives at /dashboard/messages. */
function toMessages(request: Request): Response {
  return redirect(`/dashboard/messages${new URL(request.url).search}`);
}

export function loader({ request }: { request: Request }): Response {
  return toMessages(request);
}

/** Inside the dashboard no request is needed for it. */
export function clientLoader({ request }: { request: Request }): Response {
  return toMessages(request);
}
