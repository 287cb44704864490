import { createServer } from 'node:net';
import type { Finding } from './finding.ts';

/** Whether a server could listen there now. The port is free again afterwards. */
export async function checkPort(host: string, port: number): Promise<Finding[]> {
  const server = createServer();
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => resolve(undefined));
  });
  server.close();
  if (!problem) return [];
  const fixes: Record<string, string> = {
    EADDRINUSE: `see who listens there: ss -ltnp 'sport = :${port}'; or set another PORT`,
    EACCES: 'ports under 1024 are for root: choose another PORT and let the proxy listen there',
    EADDRNOTAVAIL: 'HOST is no address of this machine: ip addr shows them',
  };
  const fix = fixes[problem.code ?? ''] ?? 'choose another HOST or PORT';
  return [{ what: 'port', finding: `${host}:${port} cannot be used (${problem.code})`, fix }];
}
