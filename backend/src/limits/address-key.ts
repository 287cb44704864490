import { isIPv6 } from 'node:net';

/**
 * The part of a client address that a limit counts by: an IPv4 address whole, an IPv6 address by its first 64 bits,
 * because one subscriber commonly owns that whole network. Anything else counts under its own text.
 */
export function addressKey(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  // The URL parser writes every IPv6 address in one form, embedded dotted quads included.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const first = head ? head.split(':') : [];
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
