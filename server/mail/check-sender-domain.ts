// Checks the SPF, DKIM, DMARC records of the domain that mail is sent from.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SenderDomainReport, SenderDnsRecord } from '../../site/app/data/server-health.ts';
import { senderDomainTexts as t } from '../../site/app/mail/mail-texts.ts';
import type { ServerConfig } from '../settings/config.ts';
import { dkimDnsRecord, readDkimKey } from './dkim-key.ts';
import { parseSenderDomain } from './sender-address.ts';

export interface SenderDomainCheckOptions {
  /** The domain of MAIL_FROM. */
  domain: string;
  /** The mail server that the proposed SPF record names. */
  mailServer?: string | undefined;
  /** The DNS record of the DKIM key, if mail is signed here. */
  dkim?: { name: string; value: string } | undefined;
  /** e.g. 9.9.9.9 or 127.0.0.1:5353; by default the DNS servers of the machine. */
  dnsServer?: string | undefined;
  timeoutMs?: number;
}

type ReadTexts = (name: string) => Promise<string[]>;

/** Looks up SPF, DKIM and DMARC of the domain that mail is sent from. Never rejects. */
export async function checkSenderDomain(options: SenderDomainCheckOptions): Promise<SenderDomainReport> {
  const { dnsServer, timeoutMs = 2_000 } = options;
  const domain = domainToASCII(options.domain);
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (dnsServer) resolver.setServers([dnsServer]);
  const read: ReadTexts = async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw error;
    }
  };
  const records = await Promise.all([
    orUnknown('SPF', checkSpf(read, { ...options, domain })),
    orUnknown('DKIM', checkDkim(read, options)),
    orUnknown('DMARC', checkDmarc(read, domain)),
  ]);
  return { domain, records };
}

async function orUnknown(
  kind: SenderDnsRecord['kind'],
  check: Promise<SenderDnsRecord>,
): Promise<SenderDnsRecord> {
  try {
    return await check;
  } catch {
    return { kind, status: 'unknown', advice: t.unreachable };
  }
}

async function checkSpf(
  read: ReadTexts,
  { domain, mailServer }: SenderDomainCheckOptions,
): Promise<SenderDnsRecord> {
  const kind = 'SPF';
  const found = (await read(domain)).filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = found;
  const publish = { name: domain, value: `v=spf1 ${mailServer ? `a:${mailServer}` : 'mx'} ~all` };
  if (record === undefined) return { kind, status: 'wrong', advice: t.spf.missing, publish };
  if (found.length > 1)
    return { kind, status: 'wrong', advice: t.spf.several(found.length), found: found.join('\n') };
  const terms = record.toLowerCase().split(/\s+/).slice(1);
  if (terms.some((term) => term === 'all' || term === '+all'))
    return { kind, status: 'wrong', advice: t.spf.open, found: record };
  if (terms.length === 1 && terms[0] === '-all')
    return { kind, status: 'wrong', advice: t.spf.closed, found: record, publish };
  const isComplete = terms.some((term) => /^[-~]all$/.test(term) || term.startsWith('redirect='));
  if (!isComplete) return { kind, status: 'improve', advice: t.spf.unfinished, found: record };
  return { kind, status: 'good', advice: t.spf.good, found: record };
}

async function checkDkim(
  read: ReadTexts,
  { dkim: publish }: SenderDomainCheckOptions,
): Promise<SenderDnsRecord> {
  const kind = 'DKIM';
  if (!publish) return { kind, status: 'unknown', advice: t.dkim.unsigned };
  const found = (await read(publish.name)).filter((text) => /(^|;)\s*p\s*=/.test(text));
  const [record] = found;
  if (record === undefined) return { kind, status: 'wrong', advice: t.dkim.missing, publish };
  const keys = found.map(keyOf);
  if (keys.includes(keyOf(publish.value)))
    return { kind, status: 'good', advice: t.dkim.good, found: record };
  const advice = keys.every((key) => key === '') ? t.dkim.revoked : t.dkim.different;
  return { kind, status: 'wrong', advice, found: record, publish };
}

function keyOf(record: string): string {
  return tagOf(record, 'p').replaceAll(/\s/g, '');
}

/** The value of a tag in a record `name=value; …` (DKIM, DMARC). */
function tagOf(record: string, name: string): string {
  const tag = record.split(';').find((part) => part.split('=', 1)[0]?.trim().toLowerCase() === name);
  return tag?.slice(tag.indexOf('=') + 1).trim() ?? '';
}

/** A domain without a record uses the record of its parent domain. */
async function checkDmarc(read: ReadTexts, domain: string): Promise<SenderDnsRecord> {
  const kind = 'DMARC';
  const publish = { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' };
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const found = (await read(`_dmarc.${name}`)).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text));
    const [record] = found;
    if (record === undefined) continue;
    if (found.length > 1)
      return { kind, status: 'wrong', advice: t.dmarc.several(found.length), found: found.join('\n') };
    const inherited = name === domain ? '' : tagOf(record, 'sp');
    const policy = (inherited || tagOf(record, 'p')).toLowerCase();
    if (policy === 'none') return { kind, status: 'improve', advice: t.dmarc.reportsOnly, found: record };
    if (policy === 'quarantine' || policy === 'reject')
      return { kind, status: 'good', advice: t.dmarc.good, found: record };
    return { kind, status: 'wrong', advice: t.dmarc.invalid, found: record, publish };
  }
  return { kind, status: 'wrong', advice: t.dmarc.missing, publish };
}

type SenderConfig = Pick<
  ServerConfig,
  'DATA_DIR' | 'DKIM_SELECTOR' | 'DNS_SERVER' | 'MAIL_FROM' | 'SMTP_URL'
>;

/** Checks the domain of the configured sender; null if no mail is sent. */
export async function checkConfiguredSenderDomain(config: SenderConfig): Promise<SenderDomainReport | null> {
  const domain = parseSenderDomain(config.MAIL_FROM);
  if (!config.SMTP_URL || domain === undefined) return null;
  const { hostname } = new URL(config.SMTP_URL);
  const key = readDkimKey(config);
  return checkSenderDomain({
    domain,
    // An SPF record cannot name an IP address this way, nor a host that only this machine knows.
    mailServer: isIP(hostname) > 0 || !hostname.includes('.') ? undefined : hostname,
    dkim: key && dkimDnsRecord(key),
    dnsServer: config.DNS_SERVER,
  });
}
