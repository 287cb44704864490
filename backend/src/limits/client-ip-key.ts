// Normalizes an IP address into the key that limits count by: IPv4, or an IPv6 /64 network.
import { isIPv6 } from 'node:net';

/**
 * The key that limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, which usually belong to one
 * subscriber. A port, which some proxies add and clients can choose, is ignored. Undefined for a request made inside
 * this process.
 */
export function clientIpKey(address: string | undefined): string {
  if (address === undefined) return 'inside';
  const bare = withoutPort(address).replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  // The URL parser normalizes IPv6, embedded dotted quads included.
  const plain = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain);
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join('.');
  const [head = '', tail] = plain.split('::');
  const first = head ? head.split(':') : [];
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The /48 of an IPv6 key (65,536 times a /64), which many providers give to one customer, also after what else the
 * limit counts by ("NAME KEY"); undefined for other keys.
 */
export function widerIpv6Key(key: string): string | undefined {
  const groups = /^((?:.* )?(?:[0-9a-f]{1,4}:){3})[0-9a-f]{1,4}::\/64$/.exec(key)?.[1];
  return groups && `${groups}:/48`;
}

/** Removes a port or a zone; returns an IPv4-mapped IPv6 address as IPv4. */
export function normalizeIpAddress(address: string): string {
  const bare = withoutPort(address).replace(/%.*$/, '');
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(bare)?.[1] ?? bare;
}

function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[(.+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
  return v6 ?? v4 ?? address;
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
