// Whether an IP address belongs to the public internet, so that a staff member's URL can't reach a private network.
import { BlockList, isIP } from 'node:net';

/** The special-purpose blocks of IPv4 (IANA registry, RFC 6890). */
const special = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(address, bits);

/** Of IPv6, only this block is public; the others hold local addresses and IPv4 addresses in other notations. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
/** Within it: protocols, tunnels to IPv4 (Teredo, 6to4), documentation. */
const specialGlobal = new BlockList();
specialGlobal.addSubnet('2001::', 23, 'ipv6');
specialGlobal.addSubnet('2001:db8::', 32, 'ipv6');
specialGlobal.addSubnet('2002::', 16, 'ipv6');
specialGlobal.addSubnet('3fff::', 20, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address);
    case 6:
      return !address.includes('%') && global.check(address, 'ipv6') && !specialGlobal.check(address, 'ipv6');
    default:
      return false;
  }
}
