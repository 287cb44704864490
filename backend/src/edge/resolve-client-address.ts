import type { IncomingMessage } from 'node:http';

/** Each trusted proxy appends its peer's address to X-Forwarded-For; what stands further left may be forged. */
export function resolveClientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): string {
  const direct = request.socket.remoteAddress ?? '';
  const named = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...named.map((hop) => hop.trim()).filter(Boolean), direct];
  return hops.at(-1 - trustedProxies) ?? hops[0] ?? direct;
}
