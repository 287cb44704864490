// Reads or creates the DKIM key; builds its DNS record.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import type { DkimKey } from '@fairlead/backend/mail';
import { ensureDataFolder } from '../process/ensure-data-folder.ts';
import type { ServerConfig } from '../settings/config.ts';
import { parseSenderDomain } from './sender-address.ts';

type DkimConfig = Pick<ServerConfig, 'DATA_DIR' | 'DKIM_SELECTOR' | 'MAIL_FROM'>;

/** The key of DKIM_SELECTOR in the data folder; undefined if mail is not signed or the key does not exist yet. */
export function readDkimKey({ DATA_DIR, DKIM_SELECTOR, MAIL_FROM }: DkimConfig): DkimKey | undefined {
  const domain = parseSenderDomain(MAIL_FROM);
  if (!DKIM_SELECTOR || !domain) return undefined;
  const selector = DKIM_SELECTOR.toLowerCase();
  try {
    const privateKey = readFileSync(keyFile(DATA_DIR, selector), 'utf8');
    return { domain: domainToASCII(domain), selector, privateKey: checkKey(DATA_DIR, selector, privateKey) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the key if it is missing. Each selector has its own key, so that two can be published during a change. */
export function ensureDkimKey(config: DkimConfig): DkimKey | undefined {
  const found = readDkimKey(config);
  if (found || !config.DKIM_SELECTOR) return found;
  ensureDataFolder(config.DATA_DIR);
  // RSA, because many receivers still cannot verify Ed25519.
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const file = keyFile(config.DATA_DIR, config.DKIM_SELECTOR.toLowerCase());
  const temporary = `${file}.${process.pid}.new`;
  writeFileSync(temporary, privateKey, { mode: 0o600, flush: true });
  try {
    linkSync(temporary, file);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporary);
  }
  return readDkimKey(config);
}

/** The TXT record to publish. */
export function dkimDnsRecord({ domain, selector, privateKey }: DkimKey): { name: string; value: string } {
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return {
    name: `${selector}._domainkey.${domain}`,
    value: `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`,
  };
}

function keyFile(dataDir: string, selector: string): string {
  return join(dataDir, `dkim-${selector}.pem`);
}

function checkKey(dataDir: string, selector: string, pem: string): string {
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return pem;
  } catch {
    // A text that is no key gets the same error as a key of another type.
  }
  throw new Error(
    `DKIM_SELECTOR: ${keyFile(dataDir, selector)} holds no RSA private key (PEM); restore it from a backup, or choose another selector`,
  );
}
