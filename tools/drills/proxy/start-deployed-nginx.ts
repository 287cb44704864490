import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../../e2e/product/product.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { makeCertificate } from './make-certificate.ts';
import { requireProgram } from './require-program.ts';
import { startProgram, type Stoppable } from '@fairlead/backend/testing';
import { drillHost, type ProxyEndpoint } from './request-through-proxy.ts';

/** Starts nginx with deploy/nginx.conf, with other names, ports and certificate paths, and `change` applied. */
export async function startDeployedNginx(
  folder: string,
  serverPort: number,
  change = (site: string) => site,
): Promise<{ entrance: ProxyEndpoint; program: Stoppable }> {
  const nginx = requireProgram('nginx', 'nginx-light');
  const [port, plainPort] = [await findFreePort(), await findFreePort()];
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  const certificate = makeCertificate(folder, drillHost);
  const site = readFileSync(join(projectRoot, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('www.example.com', drillHost)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`)
    .replace(/listen \[::\].*\n/g, '')
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('/etc/ssl/example.com/fullchain.pem', certificate.chain)
    .replace('/etc/ssl/example.com/privkey.pem', certificate.key);
  writeFileSync(join(folder, 'site.conf'), change(site));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/tmp;`,
  );
  const config = [
    'daemon off;',
    process.getuid?.() === 0 ? 'user root;' : '',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr warn;',
    'events {}',
    `http {\n  access_log off;\n${temporary.join('\n')}\n  include ${folder}/site.conf;\n}`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), config.join('\n'));
  execFileSync(nginx, ['-t', '-q', '-e', 'stderr', '-c', join(folder, 'nginx.conf')]);
  const program = startProgram([nginx, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]);
  return { entrance: { name: 'nginx', port, authority: certificate.authority }, program };
}
