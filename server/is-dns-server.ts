import { isIP } from 'node:net';

/** An IP address, with a port or without; one of IPv6 is in brackets before a port. */
export function isDnsServer(value: string): boolean {
  const [, bracketed, dotted, port] = /^(?:\[([^\]]+)\]|([\d.]+))(?::(\d+))?$/.exec(value) ?? [];
  const address = bracketed ?? dotted ?? value;
  return isIP(address) > 0 && (port === undefined || (Number(port) > 0 && Number(port) < 65_536));
}
