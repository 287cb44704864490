// Endpoint that returns to the doctor what the server received of a request through the proxy.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { resolveClientAddress, type RequestInterceptor } from '@fairlead/backend/http';
import { acceptedSecrets, type BackendKeys } from '@fairlead/backend/tokens';

/** Contains the doctor's token, as Authorization does. */
export const doctorHeader = 'x-fairlead-doctor';

export const proxyEchoPath = '/.well-known/fairlead-proxy-echo';

/** What the server received of a request. */
export interface EchoedRequest {
  /** The client address that rate limits use. */
  client: string;
  /** The header unchanged; null if it is missing. */
  forwardedFor: string | null;
  forwardedProto: string | null;
  /** Whether the header Authorization arrived as the doctor sent it. */
  hasAuthorization: boolean;
  /** The length of its body. */
  bytes: number;
  /** The time from its head to the end of its body. */
  spanMs: number;
}

/**
 * Proves that the doctor runs beside the server. It gives no other right, because SITE_URL may be another operator's.
 */
export function deriveDoctorToken(secretKey: string): string {
  return createHmac('sha256', secretKey).update('doctor').digest('hex');
}

/** Responds to the doctor once the whole body has arrived; for all others the path does not exist. */
export function createProxyEchoHandler(keys: BackendKeys, trustedProxies: number): RequestInterceptor {
  return (request, response) => {
    if (request.url !== proxyEchoPath || !isDoctor(request, keys)) return false;
    const { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': proto } = request.headers;
    const hasAuthorization = isToken(request.headers.authorization?.replace(/^Bearer /, ''), keys);
    const beganAt = performance.now();
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      const seen: EchoedRequest = {
        client: resolveClientAddress(request, trustedProxies),
        forwardedFor: forwardedFor === undefined ? null : String(forwardedFor),
        forwardedProto: proto === undefined ? null : String(proto),
        hasAuthorization,
        bytes,
        spanMs: Math.round(performance.now() - beganAt),
      };
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(seen));
    });
    return true;
  };
}

function isDoctor({ headers }: IncomingMessage, keys: BackendKeys): boolean {
  return isToken(headers[doctorHeader], keys);
}

function isToken(text: string | string[] | undefined, keys: BackendKeys): boolean {
  const given = Buffer.from(String(text ?? ''));
  return acceptedSecrets(keys, 'SECRET_KEY').some((secret) => {
    const expected = Buffer.from(deriveDoctorToken(secret));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
