// Decides whether the server is in local mode: loopback hosts, loopback URL.
const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

export function isLoopback(host: string): boolean {
  return loopbackHosts.test(host);
}

function isOnThisMachine(address: string | undefined): boolean {
  return address === undefined || isLoopback(new URL(address).hostname);
}

interface Addresses {
  HOST: string;
  SITE_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  SUPABASE_URL?: string | undefined;
}

/**
 * Whether everything is on this machine; decides sign-up policy, limits and sample leads (docs/decisions/0007). An
 * external database or project has other users, so a laptop must not open its sign-up.
 */
export function isLocalMode({ HOST, SITE_URL, DATABASE_URL, SUPABASE_URL }: Addresses): boolean {
  return (
    isLoopback(HOST) &&
    isOnThisMachine(SITE_URL) &&
    isOnThisMachine(DATABASE_URL) &&
    SUPABASE_URL === undefined
  );
}

const everyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** The URL at which this machine reaches a server that listens on `host`, without name resolution or a proxy. */
export function loopbackUrl(host: string, port: number): string {
  const address = everyAddress[host] ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}
