import { Resolver } from 'node:dns/promises';
import { domainToASCII } from 'node:url';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import type { Envelope } from '../read-mail.ts';
import { trustedResults } from './trusted-results.ts';

/** Whether the domain of its From line sent a mail; unchecked where that could not be looked up. */
export type SenderCheck = 'confirmed' | 'unconfirmed' | 'unchecked';

export interface SenderSettings {
  /** e.g. 9.9.9.9 or 127.0.0.1:5353; without it those of the machine */
  dnsServer?: string | undefined;
  /** MAIL_IN_AUTHSERV_ID: whose Authentication-Results count */
  authservId?: string | undefined;
  /** of a first question; the second one waits twice as long */
  dnsTimeoutMs?: number;
}

type Resolve = (name: string, type: string) => Promise<string[]>;

const spfMs = 5_000;

function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1)).toLowerCase();
}

function isWithin(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Keys of other domains are not asked for: their name servers could delay until the real one is given up. */
function resolverFor(domain: string, { dnsServer, dnsTimeoutMs = 1_000 }: SenderSettings): Resolve {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 2 });
  if (dnsServer) resolver.setServers([dnsServer]);
  const end = domain.split('.').slice(-2).join('.');
  return async (name, type) => {
    if (/\._domainkey\./i.test(name) && !isWithin(name.toLowerCase().replace(/.*\._domainkey\./, ''), end))
      throw Object.assign(new Error('the key of another domain'), { code: 'ENOTFOUND' });
    return (await resolver.resolve(name, type)) as string[];
  };
}

/**
 * As DMARC has it: a signature (DKIM) or the envelope (SPF) of the domain in From, under its own rules. SPF counts only of
 * a mail server that speaks to us itself, or as the trusted one says. Never rejects.
 */
export async function checkSender(
  raw: Uint8Array,
  address: string,
  { from: sender, client }: Envelope,
  settings: SenderSettings,
): Promise<SenderCheck> {
  const domain = domainOf(address);
  const { authservId } = settings;
  const resolver = resolverFor(domain, settings);
  try {
    const { headerFrom, fromFields, results, headers } = await dkimVerify(Buffer.from(raw), { resolver });
    // Two authors, or one that readers see in different ways.
    if (fromFields !== 1 || headerFrom.length !== 1 || headerFrom[0]?.toLowerCase() !== address.toLowerCase())
      return 'unconfirmed';

    const said = !client && authservId ? trustedResults(headers?.parsed ?? [], authservId) : null;
    if (said?.dmarc?.from === domain && said.dmarc.result === 'pass') return 'confirmed';
    if (said?.dmarc?.from === domain && said.dmarc.result === 'fail') return 'unconfirmed';

    const envelope =
      client && (await spf({ ...client, sender: sender ?? '', resolver, maxElapsedTime: spfMs }));
    const spfDomain = envelope?.status.result === 'pass' ? envelope.domain : said?.spfDomain;
    // One that leaves the end of the text open (l=) says nothing of what was added there.
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
      // "none": the domain has no rules of its own.
      return result === 'fail' ? 'unconfirmed' : 'confirmed';
    }
    const isUnknown =
      results.some(({ status }) => status.aligned && status.result === 'temperror') ||
      (envelope?.status.result === 'temperror' && isWithin(envelope.domain, domain));
    return isUnknown ? 'unchecked' : 'unconfirmed';
  } catch {
    // Made so that it cannot be examined.
    return 'unconfirmed';
  }
}
