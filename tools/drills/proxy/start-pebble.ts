import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import { findFreePort } from '../../../e2e/product/product.ts';
import { requireProgram } from './require-program.ts';
import { startProgram, type Stoppable } from '@fairlead/backend/testing';
import { startLocalNames } from './start-local-names.ts';

/** A local ACME server, for which every name resolves to this machine. */
export interface Pebble {
  directory: string;
  /** The root certificate of the ACME server's own HTTPS. */
  rootFile: string;
  /** The root of the certificates that it issues, PEM. */
  authority: string;
  programs: Stoppable[];
}

export async function startPebble(folder: string, ports: { http: number; tls: number }): Promise<Pebble> {
  const pebble = requireProgram('pebble');
  mkdirSync(folder, { recursive: true });
  const [port, management] = [await findFreePort(), await findFreePort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync(requireProgram('openssl'), ['req', ...kind, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const config = {
    pebble: {
      listenAddress: `127.0.0.1:${port}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate,
      privateKey: key,
      httpPort: ports.http,
      tlsPort: ports.tls,
      ocspResponderURL: '',
      externalAccountBindingRequired: false,
    },
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const names = await startLocalNames();
  const program = startProgram(
    [pebble, '-config', join(folder, 'config.json'), '-dnsserver', names.address],
    {
      // By default it waits and rejects at random, to test clients.
      env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    },
  );
  const authority = await fetchRoot(management, readFileSync(certificate, 'utf8'), program);
  return {
    directory: `https://localhost:${port}/dir`,
    rootFile: certificate,
    authority,
    programs: [program, { output: () => '', stop: names.stop }],
  };
}

async function fetchRoot(port: number, ca: string, program: Stoppable): Promise<string> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const root = await get(port, ca).catch(() => null);
    if (root) return root;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Pebble did not start:\n${program.output()}`);
}

function get(port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    https
      .get({ host: '127.0.0.1', servername: 'localhost', port, path: '/roots/0', ca }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () => resolve(text));
      })
      .on('error', reject);
  });
}
