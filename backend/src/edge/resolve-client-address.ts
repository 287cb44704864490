import type { IncomingMessage } from 'node:http';

/**
 * The address that a request came from. Each trusted proxy appends the address it was called from to
 * X-Forwarded-For; what stands further left was written by the client and may be forged.
 */
export function resolveClientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const direct = request.socket.remoteAddress ?? '';
  const named = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...named.map((hop) => hop.trim()).filter(Boolean), direct];
  return hops.at(-1 - trustedProxies) ?? hops[0] ?? direct;
}
