// Verifies the sender domain of a received mail by DKIM, SPF, DMARC.
import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import type { SenderCheckResult } from '../mail-description.ts';
import { mailReaderLimits } from '../mail-reader-limits.ts';
import { readMailHeaders } from '../parse/read-mail-headers.ts';
import { readTrustedAuthResults } from './trusted-results.ts';

export interface SenderCheckSettings {
  /** e.g. 9.9.9.9 or 127.0.0.1:5353; by default the DNS servers of the machine */
  dnsServer?: string | undefined;
  /**
   * The server whose Authentication-Results are trusted, as the first word of these headers names it (RFC 8601). It
   * must remove such headers from the mail that it receives.
   */
  authservId?: string | undefined;
  /** limit for all look-ups together */
  dnsMs?: number;
}

const maxHeadBytes = 96 * 1024;
const maxHeaders = 500;
/** Enough for a mail with several signatures, to which each server on the way adds three ARC headers. */
const maxSignatures = 40;

type Resolve = (name: string, type: string) => Promise<string[]>;

function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase();
}

function isWithin(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/**
 * Does not look up keys of other domains, and limits the time of all look-ups together. Otherwise slow name servers or
 * many signatures would use up the time before the relevant signature is checked.
 */
function resolverFor(
  domain: string,
  { dnsServer, dnsMs = mailReaderLimits.dnsMs }: SenderCheckSettings,
): Resolve {
  const resolver = new Resolver({ timeout: Math.ceil(dnsMs / 4), tries: 2 });
  if (dnsServer) resolver.setServers([dnsServer]);
  const end = domain.split('.').slice(-2).join('.');
  const timeout = new Promise<never>((_, reject) =>
    setTimeout(() => reject(dnsError('DNS did not answer in time', 'ETIMEOUT')), dnsMs).unref(),
  );
  timeout.catch(() => {});
  return async (name, type) => {
    if (/\._domainkey\./i.test(name) && !isWithin(name.toLowerCase().replace(/.*\._domainkey\./, ''), end))
      throw dnsError('the key of another domain', 'ENOTFOUND');
    return Promise.race([resolver.resolve(name, type) as Promise<string[]>, timeout]);
  };
}

function dnsError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

/** mailauth takes quadratic time in the number of header lines, and hashes the body once for each signature. */
function isExaminable(raw: Uint8Array): boolean {
  const { headers, bodyAt } = readMailHeaders(raw);
  const signatures = headers.filter(({ key }) => /^(dkim-signature|arc-)/.test(key)).length;
  return bodyAt <= maxHeadBytes && headers.length <= maxHeaders && signatures <= maxSignatures;
}

/**
 * Like DMARC: a signature (DKIM) or envelope (SPF) of the From domain must pass, under that domain's policy. SPF is
 * used only as reported by the trusted mail server, to which the sender connected. Never rejects.
 */
export async function checkSender(
  raw: Uint8Array,
  address: string,
  settings: SenderCheckSettings,
): Promise<SenderCheckResult> {
  if (!isExaminable(raw)) return 'unconfirmed';
  const domain = domainOf(address);
  const { authservId } = settings;
  const resolver = resolverFor(domain, settings);
  try {
    const { headerFrom, fromFields, results, headers } = await dkimVerify(Buffer.from(raw), { resolver });
    // Several authors, or an author that mail programs show differently.
    if (fromFields !== 1 || headerFrom.length !== 1 || headerFrom[0]?.toLowerCase() !== address.toLowerCase())
      return 'unconfirmed';

    const said = authservId ? readTrustedAuthResults(headers?.parsed ?? [], authservId) : null;
    if (said?.dmarc?.from === domain && said.dmarc.result === 'pass') return 'confirmed';
    if (said?.dmarc?.from === domain && said.dmarc.result === 'fail') return 'unconfirmed';

    const spfDomain = said?.spfDomain;
    // A signature with a length (l=) does not cover text that was appended to the body.
    const signed = results.filter(({ status }) => status.result === 'pass' && !status.underSized);
    const passed = {
      spfDomains: spfDomain ? [spfDomain] : [],
      dkimDomains: signed.map(({ signingDomain = '', status }) => ({
        domain: signingDomain,
        aligned: status.aligned ?? false,
      })),
    };
    const isAligned =
      signed.some(({ status }) => status.aligned) || (spfDomain ? isWithin(spfDomain, domain) : false);
    if (isAligned) {
      const policy = await dmarc({ headerFrom: address, ...passed, resolver });
      const result = policy ? policy.status.result : 'fail';
      if (result === 'temperror') return 'unchecked';
      // "none": the domain has no policy.
      return result === 'fail' ? 'unconfirmed' : 'confirmed';
    }
    const isUnknown = results.some(({ status }) => status.aligned && status.result === 'temperror');
    return isUnknown ? 'unchecked' : 'unconfirmed';
  } catch {
    // A mail that cannot be parsed or checked is not confirmed; a sender could cause that on purpose.
    return 'unconfirmed';
  }
}
