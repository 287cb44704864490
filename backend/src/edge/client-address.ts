// Determines the client address of a request.
import type { IncomingMessage } from 'node:http';

/** The client of a request, as the listening process knows it. */
export interface RemoteClient {
  /** Behind trusted proxies, the address that they name. */
  address: string;
}

const addresses = new WeakMap<Request, string>();

export function setRemoteAddress(request: Request, address: string): void {
  addresses.set(request, address);
}

export function clientAddressOrLoopback(request: Request): string {
  return remoteAddress(request) ?? '127.0.0.1';
}

/** Undefined for a request made inside this process. */
export function remoteAddress(request: Request): string | undefined {
  return addresses.get(request);
}

interface FromClient {
  headers: IncomingMessage['headers'];
  /** Null, against its type, once the request is destroyed. */
  socket: { remoteAddress?: string | undefined } | null;
}

/** Stored by request, because a socket forgets its peer once it is closed, and a request its socket. */
const peers = new WeakMap<FromClient, string>();

/** Must be called when the request arrives. */
export function recordPeerAddress(request: FromClient): void {
  peers.set(request, request.socket?.remoteAddress ?? '');
}

/**
 * Each trusted proxy appends its peer's address to X-Forwarded-For; entries further left may be forged.
 *
 * @example
 *   resolveClientAddress({ headers: {}, socket: { remoteAddress: '10.0.0.1' } }, 0) // '10.0.0.1'
 *   resolveClientAddress({ headers: {}, socket: { remoteAddress: '10.0.0.1' } }, 2) // '10.0.0.1'
 *   resolveClientAddress({ headers: { 'x-forwarded-for': '203.0.113.7' }, socket: { remoteAddress: '10.0.0.1' } }, 1) // '203.0.113.7'
 *   resolveClientAddress({ headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' }, socket: { remoteAddress: '10.0.0.1' } }, 2) // '203.0.113.7'
 *   resolveClientAddress({ headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' }, socket: { remoteAddress: '10.0.0.1' } }, 1) // '203.0.113.7'
 *   resolveClientAddress({ headers: { 'x-forwarded-for': '6.6.6.6' }, socket: { remoteAddress: '10.0.0.1' } }, 0) // '10.0.0.1'
 */
export function resolveClientAddress(request: FromClient, trustedProxies: number): string {
  const direct = peers.get(request) ?? request.socket?.remoteAddress ?? '';
  const named = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const hops = [...named.map((hop) => hop.trim()).filter(Boolean), direct];
  return hops.at(-1 - trustedProxies) ?? hops[0] ?? direct;
}
