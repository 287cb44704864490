import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from './require-program.ts';

export interface OwnCertificate {
  /** Paths of files. */
  chain: string;
  key: string;
  /** PEM; self-signed. */
  authority: string;
}

export function makeCertificate(folder: string, name: string): OwnCertificate {
  const openssl = requireProgram('openssl');
  const [key, chain] = [join(folder, 'key.pem'), join(folder, 'chain.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  execFileSync(openssl, ['req', ...kind, ...subject, '-keyout', key, '-out', chain], { stdio: 'ignore' });
  return { chain, key, authority: readFileSync(chain, 'utf8') };
}
