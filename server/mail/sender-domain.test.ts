import { statSync, writeFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { createMailTransport } from '@fairlead/backend/mail';
import { beforeEach, expect, test } from 'vitest';
import { startDnsServer } from '@fairlead/mail-reader/testing/dns';
import { startSmtpSink } from '@fairlead/backend/testing/fakes';
import { setUp, setUpFolder } from '@fairlead/backend/testing/set-up';
import type { DnsRecordStatus } from '../../site/app/data/server-health.ts';
import { checkConfiguredSenderDomain, checkSenderDomain } from './check-sender-domain.ts';
import { dkimDnsRecord, ensureDkimKey, readDkimKey } from './dkim-key.ts';

const domain = 'agency.example';
const folder = setUpFolder();
const config = { DATA_DIR: folder, DKIM_SELECTOR: 'Mail2026', MAIL_FROM: `Agency <hello@${domain}>` };
const dns = setUp(() => startDnsServer({}));

beforeEach(() => {
  dns.zone = {};
});

async function statusOf(kind: string, zone: Record<string, string[]>, of = domain): Promise<DnsRecordStatus> {
  dns.zone = zone;
  const key = ensureDkimKey(config);
  const { records } = await checkSenderDomain({
    domain: of,
    dkim: key && dkimDnsRecord(key),
    dnsServer: dns.address,
  });
  const found = records.find((record) => record.kind === kind);
  expect(found?.advice).toMatch(/\.$/);
  return found?.status ?? 'unknown';
}

test.each<[DnsRecordStatus, string[]]>([
  ['good', ['v=spf1 include:mail.example ~all', 'another text']],
  ['good', ['v=spf1 redirect=_spf.mail.example']],
  ['improve', ['v=spf1 mx ?all']],
  ['wrong', []],
  ['wrong', ['v=spf10 mx -all']],
  ['wrong', ['v=spf1 mx -all', 'v=spf1 a -all']],
  ['wrong', ['v=spf1 +all']],
  ['wrong', ['v=spf1 -all']],
])('SPF is %s: %j', async (status, texts) => {
  expect(await statusOf('SPF', { [domain]: texts })).toBe(status);
});

test.each<[DnsRecordStatus, string, Record<string, string[]>]>([
  ['good', domain, { [`_dmarc.${domain}`]: ['v=DMARC1; p=reject; rua=mailto:a@b.example'] }],
  ['improve', domain, { [`_dmarc.${domain}`]: ['v=DMARC1;p=none'] }],
  ['wrong', domain, { [`_dmarc.${domain}`]: ['v=DMARC1; p=block'] }],
  ['wrong', domain, { [`_dmarc.${domain}`]: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }],
  ['wrong', domain, { '_dmarc.example': ['v=spf1'] }],
  ['good', `news.${domain}`, { [`_dmarc.${domain}`]: ['v=DMARC1; p=none; sp=quarantine'] }],
])('DMARC is %s for %s: %j', async (status, of, zone) => {
  expect(await statusOf('DMARC', zone, of)).toBe(status);
});

test('DKIM compares the published key with the one that signs', async () => {
  const key = ensureDkimKey(config);
  if (!key) throw new Error('no key');
  const { name, value } = dkimDnsRecord(key);
  expect(name).toBe(`mail2026._domainkey.${domain}`);
  expect(await statusOf('DKIM', {})).toBe('wrong');
  expect(await statusOf('DKIM', { [name]: ['v=DKIM1; p='] })).toBe('wrong');
  expect(await statusOf('DKIM', { [name]: [value.replace('p=MII', 'p=MIX')] })).toBe('wrong');
  expect(await statusOf('DKIM', { [name]: [value] })).toBe('good');
  const unsigned = await checkSenderDomain({ domain, dnsServer: dns.address });
  expect(unsigned.records.map(({ status }) => status)).toEqual(['wrong', 'unknown', 'wrong']);
});

test('the settings determine what is looked up, and which server a new record names', async () => {
  const settings = { ...config, SMTP_URL: 'smtp://mail.relay.example:587', DNS_SERVER: dns.address };
  const sender = await checkConfiguredSenderDomain(settings);
  expect(sender?.domain).toBe(domain);
  expect(sender?.records.map(({ publish }) => publish?.name)).toEqual([
    domain,
    `mail2026._domainkey.${domain}`,
    `_dmarc.${domain}`,
  ]);
  expect(sender?.records[0]?.publish?.value).toBe('v=spf1 a:mail.relay.example ~all');
  const local = await checkConfiguredSenderDomain({ ...settings, SMTP_URL: 'smtp://127.0.0.1:25' });
  expect(local?.records[0]?.publish?.value).toBe('v=spf1 mx ~all');
  expect(await checkConfiguredSenderDomain({ ...settings, SMTP_URL: undefined })).toBeNull();
});

test('a DNS server that does not answer makes every record unknown', async () => {
  dns.isSilent = true;
  const { records } = await checkSenderDomain({ domain, dnsServer: dns.address, timeoutMs: 50 });
  dns.isSilent = false;
  expect(records.map(({ status }) => status)).toEqual(['unknown', 'unknown', 'unknown']);
});

test('the key is made once, kept from others, and another file in its place is named', () => {
  const key = ensureDkimKey(config);
  expect(readDkimKey(config)).toEqual(key);
  const file = join(folder, 'dkim-mail2026.pem');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'dkim-other.pem'), 'not a key');
  expect(() => readDkimKey({ ...config, DKIM_SELECTOR: 'other' })).toThrow(
    /^DKIM_SELECTOR: .*dkim-other\.pem/,
  );
  expect(readDkimKey({ ...config, DKIM_SELECTOR: 'none' })).toBeUndefined();
});

test('a receiver verifies the signature of what arrives by SMTP, and notices a changed word', async () => {
  const key = ensureDkimKey(config);
  if (!key) throw new Error('no key');
  const { name, value } = dkimDnsRecord(key);
  dns.zone = { [name]: [value] };
  const sink = await startSmtpSink();
  const transport = createMailTransport({ smtpUrl: sink.url, from: config.MAIL_FROM, dkim: key });
  const text = 'Grüße aus Québec,\n\n  two spaces  \n.\nfrom the end\n\n';
  await transport?.deliver({
    to: 'ana@roy.example',
    kind: 'test',
    subject: 'Grüße',
    text,
    html: '<p>Hello</p>',
  });
  const { raw } = await sink.mailTo('ana@roy.example');
  transport?.close();
  await sink.close();

  const resolver = new Resolver();
  resolver.setServers([dns.address]);
  async function verdictOn(message: string): Promise<unknown> {
    const { results } = await dkimVerify(Buffer.from(message, 'latin1'), {
      resolver: (asked: string) => resolver.resolveTxt(asked),
    });
    return results.map(({ status, signingDomain }) => [status.result, signingDomain, status.aligned]);
  }
  expect(await verdictOn(raw)).toEqual([['pass', domain, domain]]);
  expect(raw).toContain('two spaces');
  expect(await verdictOn(raw.replace('two spaces', 'one space'))).not.toEqual([['pass', domain, domain]]);
  expect(await verdictOn(raw.replace('Subject:', 'Subject: x'))).not.toEqual([['pass', domain, domain]]);
});
