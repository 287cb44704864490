import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../../e2e/product/product.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { makeCertificate } from './make-certificate.ts';
import { requireProgram } from './require-program.ts';
import { startProgram, type Program } from '@fairlead/backend/testing';
import { drillHost, requestThroughProxy, type ProxyEndpoint } from './request-through-proxy.ts';

/** Starts HAProxy with deploy/haproxy.cfg, with other ports and certificate path, and `change` applied. */
export async function startHaproxy(
  folder: string,
  serverPort: number,
  change = (site: string) => site,
): Promise<{ entrance: ProxyEndpoint; program: Program }> {
  const haproxy = requireProgram('haproxy');
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  mkdirSync(folder, { recursive: true });
  const { authority, key } = makeCertificate(folder, drillHost);
  const pem = join(folder, 'haproxy.pem');
  writeFileSync(pem, authority + readFileSync(key, 'utf8'), { mode: 0o600 });
  const config = readFileSync(join(projectRoot, 'deploy/haproxy.cfg'), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
    .replace('/etc/ssl/example.com/haproxy.pem', pem);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, change(config));
  chmodSync(folder, 0o700);
  execFileSync(haproxy, ['-c', '-q', '-f', file]);
  const program = startProgram([haproxy, '-db', '-f', file]);
  const entrance = { name: 'haproxy', port, authority };
  for (let left = 100; left > 0; left -= 1) {
    const isUp = await requestThroughProxy(entrance, '/healthz').then(
      () => true,
      () => false,
    );
    if (isUp) return { entrance, program };
    await wait(100);
  }
  throw new Error(`HAProxy responds to nothing:\n${program.output()}`);
}
