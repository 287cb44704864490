import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { ConnectionParameters } from '../src/database/connection-parameters.ts';
import { startTcpServer } from '../fakes/tcp-server.ts';
import { connectTo } from './silent-proxy.ts';

export interface TlsProxy {
  port: number;
  /** TLS versions of its connections so far. */
  protocols: (string | null)[];
  close(): Promise<void>;
}

const ecKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ');

/** Needed because Node cannot create certificates. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** `NAME.crt` and `NAME.key`, a self-signed certificate for localhost. Returns the file of the certificate. */
export function makeCertificate(folder: string, name: string): string {
  const file = join(folder, `${name}.crt`);
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', join(folder, `${name}.key`), '-out', file];
  const made = spawnSync('openssl', ['req', '-x509', ...ecKey, ...subject, ...files], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`openssl: ${made.error?.message ?? made.stderr}`);
  return file;
}

/** TLS in PostgreSQL's protocol, in front of a cluster on a unix socket; without a certificate it declines TLS. */
export async function startTlsProxy(
  connection: ConnectionParameters,
  certificate: string | null,
): Promise<TlsProxy> {
  const protocols: (string | null)[] = [];
  const secureContext =
    certificate &&
    createSecureContext({
      cert: readFileSync(certificate),
      key: readFileSync(certificate.replace(/crt$/, 'key')),
    });
  const { port, close } = await startTcpServer((socket) => {
    // The client's request for TLS.
    socket.once('data', () => {
      if (!secureContext) return socket.end('N');
      socket.write('S');
      const near = new TLSSocket(socket, { isServer: true, secureContext });
      const far = connectTo(connection);
      near.on('secure', () => protocols.push(near.getProtocol()));
      near.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => near.destroy());
      return near.pipe(far).pipe(near);
    });
  });
  return { port, protocols, close };
}
