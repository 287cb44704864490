const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** A JSON answer that no cache keeps: nearly everything here is personal. */
export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } });
}

export function answerEmpty(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
