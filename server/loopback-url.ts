const everyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Where a server that listens on `host` is reached from this machine, without a name to resolve or a proxy on the way. */
export function loopbackUrl(host: string, port: number): string {
  const address = everyAddress[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
