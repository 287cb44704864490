import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { loopbackUrl } from '../loopback-url.ts';
import type { Finding } from './finding.ts';

const timeoutMs = 2_000;

/** Whether a server could listen there now, or ours does. The port is free again afterwards. */
export async function checkPort({
  HOST: host,
  PORT: port,
  SITE_URL,
}: Pick<Config, 'HOST' | 'PORT' | 'SITE_URL'>): Promise<Finding[]> {
  const server = createServer();
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => resolve(undefined));
  });
  server.close();
  if (!problem || (problem.code === 'EADDRINUSE' && (await isOurs(loopbackUrl(host, port), SITE_URL))))
    return [];
  const fixes: Record<string, string> = {
    EADDRINUSE: `see who listens there: ss -ltnp 'sport = :${port}' (systemd, where fairlead.socket holds it while the service is stopped); or set another PORT`,
    EACCES: 'ports under 1024 are for root: choose another PORT and let the proxy listen there',
    EADDRNOTAVAIL: 'HOST is no address of this machine: ip addr shows them',
  };
  const fix = fixes[problem.code ?? ''] ?? 'choose another HOST or PORT';
  return [{ what: 'port', finding: `${host}:${port} cannot be used (${problem.code})`, fix }];
}

/** The sitemap's address in robots.txt is below SITE_URL. */
async function isOurs(url: string, siteUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/robots.txt`, { signal: AbortSignal.timeout(timeoutMs) });
    return (await response.text()).includes(siteUrl);
  } catch {
    return false;
  }
}
