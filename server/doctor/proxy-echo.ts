import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { resolveClientAddress } from '@fairlead/backend/edge/resolve-client-address.ts';
import type { RequestHandler } from '@fairlead/backend/start-http-server.ts';
import { acceptedSecrets } from '@fairlead/backend/tokens/retired-secrets.ts';
import type { Keys } from '@fairlead/backend/tokens/keys.ts';

export const proxyEchoPath = '/.well-known/fairlead-proxy-echo';

/** What the server saw of a request. */
export interface SeenRequest {
  /** That limits count. */
  client: string;
  /** As the header came; null without one. */
  forwardedFor: string | null;
  forwardedProto: string | null;
}

/** Proves that the doctor runs beside the server. Nothing else can be done with it, should SITE_URL be somebody else's. */
export function doctorToken(secretKey: string): string {
  return createHmac('sha256', secretKey).update('doctor').digest('hex');
}

/**
 * Answers the doctor at once, before the body is there, or with `?whole` after it with its length. Everybody else finds
 * nothing here.
 */
export function proxyEcho(keys: Keys, trustedProxies: number): RequestHandler {
  return (request, response) => {
    const [path, query] = (request.url ?? '').split('?');
    if (path !== proxyEchoPath || !isDoctor(request, keys)) return false;
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    if (query === 'whole') {
      request.on('end', () => response.end(JSON.stringify({ bytes })));
      return true;
    }
    const { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto } = request.headers;
    const seen: SeenRequest = {
      client: resolveClientAddress(request, trustedProxies),
      forwardedFor: forwardedFor === undefined ? null : String(forwardedFor),
      forwardedProto: proto === undefined ? null : String(proto),
    };
    const answer = Buffer.from(JSON.stringify(seen));
    const headers = { 'content-type': 'application/json', 'content-length': answer.length };
    response.writeHead(200, { ...headers, 'cache-control': 'no-store' }).write(answer);
    // Closed earlier, what was sent is lost where unread bytes are on the way.
    request.on('end', () => response.end());
    return true;
  };
}

function isDoctor({ headers }: IncomingMessage, keys: Keys): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  return acceptedSecrets(keys, 'SECRET_KEY').some((secret) => {
    const expected = Buffer.from(`Bearer ${doctorToken(secret)}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
