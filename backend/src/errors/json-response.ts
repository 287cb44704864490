// Creates JSON or empty responses with no-store.
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** Sets no-store, because nearly all responses contain personal data. */
export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });
}

export function emptyResponse(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
