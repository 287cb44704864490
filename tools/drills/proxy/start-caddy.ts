import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../e2e/product/product.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { requireProgram } from './require-program.ts';
import { startProgram, type Stoppable } from '@fairlead/backend/testing';
import { startPebble } from './start-pebble.ts';
import { drillHost, requestThroughProxy, type ProxyEndpoint } from './request-through-proxy.ts';

/**
 * Starts Caddy with deploy/Caddyfile, with other names and ports, and `change` applied. Its certificate comes from
 * Pebble, a local ACME server, which connects to Caddy to verify the name.
 */
export async function startCaddy(
  folder: string,
  serverPort: number,
  change = (site: string) => site,
): Promise<{ entrance: ProxyEndpoint; programs: Stoppable[] }> {
  const caddy = requireProgram('caddy');
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  mkdirSync(folder, { recursive: true });
  const pebble = await startPebble(join(folder, 'pebble'), { http: plainPort, tls: port });
  const site = readFileSync(join(projectRoot, 'deploy/Caddyfile'), 'utf8')
    .replaceAll('www.example.com', drillHost)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  writeFileSync(join(folder, 'site'), change(site));
  const options = [
    `http_port ${plainPort}`,
    `https_port ${port}`,
    'admin off',
    'skip_install_trust',
    `acme_ca ${pebble.directory}`,
    `acme_ca_root ${pebble.rootFile}`,
  ];
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n${options.map((line) => `\t${line}\n`).join('')}}\nimport ${folder}/site\n`,
  );
  const environment = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const config = ['--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  const program = startProgram([caddy, 'run', ...config], { env: environment });
  const entrance = { name: 'caddy', port, authority: pebble.authority };
  await untilServed(entrance, program, pebble.programs);
  return { entrance, programs: [program, ...pebble.programs] };
}

/** Before it has its certificate, the handshake fails. */
async function untilServed(entrance: ProxyEndpoint, caddy: Stoppable, others: Stoppable[]): Promise<void> {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    if (await requestThroughProxy(entrance, '/healthz').catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(
    `Caddy got no certificate:\n${caddy.output()}\n${others.map((each) => each.output()).join('\n')}`,
  );
}
