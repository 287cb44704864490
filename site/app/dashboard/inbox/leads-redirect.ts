// The route that redirects /dashboard/leads to the messages screen.
import { redirect } from 'react-router';

/** The spec's overview links to /dashboard/leads. */
function toMessages(request: Request): Response {
  return redirect(`/dashboard/messages${new URL(request.url).search}`);
}

export function loader({ request }: { request: Request }): Response {
  return toMessages(request);
}

/** Inside the dashboard it redirects without a request. */
export function clientLoader({ request }: { request: Request }): Response {
  return toMessages(request);
}
