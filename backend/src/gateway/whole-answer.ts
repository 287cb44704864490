import type { ServerResponse } from 'node:http';

/** Bodies that were texts all along: who listens writes them at once instead of reading a stream piece by piece. */
const texts = new WeakMap<Response, string>();

/** An answer whose body is a text that is there already. */
export function wholeAnswer(text: string, init: { status: number; headers: Headers }): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** Whether an answer is one of those; its headers can be changed. */
export function isWhole(response: Response): boolean {
  return texts.has(response);
}

const alreadySent = new Response(null, { headers: { 'x-hono-already-sent': 'true' } });

/** Writes a whole answer in one go; any other is left to the listener. Answers what the listener is to send. */
export function sendWhole(response: Response, outgoing: ServerResponse): Response {
  const text = texts.get(response);
  if (text === undefined) return response;
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  headers['content-length'] = String(Buffer.byteLength(text));
  outgoing.writeHead(response.status, headers).end(text);
  return alreadySent;
}
