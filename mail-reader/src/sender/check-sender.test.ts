// Signatures and envelopes as senders create them, checked against our own DNS server.
import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startDnsServer } from '../../fakes/dns-server.ts';
import type { SenderCheckResult } from '../mail-description.ts';
import { checkSender } from './check-sender.ts';

const key = generateKeyPairSync('ed25519');
const privateKey = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicKey = key.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
const keyRecord = [`v=DKIM1; k=ed25519; p=${publicKey}`];
const ana = 'ana@roy.example';

const dns = await startDnsServer({});
afterAll(() => dns.close());
beforeEach(() => {
  dns.isSilent = false;
  dns.zone = { 's1._domainkey.roy.example': keyRecord, 's1._domainkey.evil.example': keyRecord };
});

const plain = `From: Ana Roy <${ana}>\r\nTo: reply@agency.example\r\nSubject: Hi\r\nDate: Mon, 23 Nov 2026 10:00:00 -0500\r\n\r\nYes, please.\r\n`;

async function signedBy(signingDomain: string, raw = plain, maxBodyLength?: number): Promise<string> {
  const one = {
    signingDomain,
    selector: 's1',
    privateKey,
    algorithm: 'ed25519-sha256',
    ...(maxBodyLength !== undefined && { maxBodyLength }),
  };
  const { signatures } = await dkimSign(raw, { ...one, signatureData: [one] });
  return signatures + raw;
}

function check(raw: string, authservId?: string): Promise<SenderCheckResult> {
  return checkSender(Buffer.from(raw), ana, { dnsServer: dns.address, authservId, dnsMs: 200 });
}

describe('B-117 a sender is confirmed by a signature', () => {
  test('B-117 a signature of the own domain of a mail confirms the sender if the mail is whole and unchanged; no other signature does', async () => {
    const signed = await signedBy('roy.example');
    expect(await check(signed)).toBe('confirmed');
    expect(await check(signed.replace('Yes', 'No'))).toBe('unconfirmed');
    expect(await check(plain)).toBe('unconfirmed');
    dns.asked = [];
    expect(await check(await signedBy('evil.example'))).toBe('unconfirmed');
    expect(dns.asked).toEqual([]);
    const open = await signedBy('roy.example', plain, 3);
    expect(await check(`${open}Send the money elsewhere.\r\n`)).toBe('unconfirmed');
  });

  test('B-117 a signature of a parent domain confirms the sender, unless the DMARC rules of its domain require the same one', async () => {
    const raw = await signedBy('roy.example', plain.replace(ana, 'ana@mail.roy.example'));
    const of = (zone: Record<string, string[]>) => {
      dns.zone = { ...dns.zone, ...zone };
      return checkSender(Buffer.from(raw), 'ana@mail.roy.example', { dnsServer: dns.address });
    };
    expect(await of({})).toBe('confirmed');
    expect(await of({ '_dmarc.roy.example': ['v=DMARC1; p=none'] })).toBe('confirmed');
    expect(await of({ '_dmarc.mail.roy.example': ['v=DMARC1; p=reject; adkim=s'] })).toBe('unconfirmed');
  });

  test('B-117 two senders, or one that differs from the displayed one, are not confirmed', async () => {
    const both = await signedBy('roy.example', `From: eve@evil.example\r\n${plain}`);
    const list = await signedBy('roy.example', plain.replace(`<${ana}>`, `<${ana}>, eve@evil.example`));
    expect([await check(both), await check(list)]).toEqual(['unconfirmed', 'unconfirmed']);
  });

  test('B-117 a DNS server that does not answer leaves it unchecked, but not one without a signature', async () => {
    dns.isSilent = true;
    expect(await check(await signedBy('roy.example'))).toBe('unchecked');
    expect(await check(plain)).toBe('unconfirmed');
  });

  test('B-170 ten signatures whose keys no DNS server returns take no longer than one, and many lines are not examined', async () => {
    dns.isSilent = true;
    const signature = (await signedBy('roy.example')).slice(0, -plain.length);
    const ten = Array.from({ length: 10 }, (_, n) => signature.replace(/\bs=s1\b/, `s=s${n}`)).join('');
    const began = performance.now();
    expect(await check(ten + plain)).toBe('unchecked');
    // Each look-up waits 200 ms; one after the other, they would wait 2 s.
    expect(performance.now() - began).toBeLessThan(1_500);
    dns.isSilent = false;
    const before = process.threadCpuUsage().user;
    expect(await check('--\r\n'.repeat(50_000) + (await signedBy('roy.example')))).toBe('unconfirmed');
    expect(await check('X: y\r\n'.repeat(5_000) + (await signedBy('roy.example')))).toBe('unconfirmed');
    expect((process.threadCpuUsage().user - before) / 1_000).toBeLessThan(1_000);
  });
});

describe('B-117 a sender is confirmed by its mail server', () => {
  test.each([
    ['passed', 'mx.agency.example; dmarc=pass (p=REJECT) header.from=roy.example', 'confirmed'],
    [
      'failed',
      'mx.agency.example 1; dkim=pass header.d=evil.example; dmarc=fail header.from=roy.example',
      'unconfirmed',
    ],
    ['passed for another domain', 'mx.agency.example; dmarc=pass header.from=evil.example', 'unconfirmed'],
    [
      'has the envelope alone',
      'mx.agency.example; spf=pass smtp.mailfrom=ana@roy.example; dmarc=none',
      'confirmed',
    ],
    ['is of another server', 'mx.evil.example; dmarc=pass header.from=roy.example', 'unconfirmed'],
    [
      'is said in a comment or in quotes',
      'mx.agency.example; spf=fail (; dmarc=pass header.from=roy.example) smtp.mailfrom="; dmarc=pass header.from=roy.example; "@x',
      'unconfirmed',
    ],
  ])(
    'B-117 the result of the trusted mail server confirms a sender only if it is its own: it %s',
    async (_, results, wanted) => {
      const raw = `Authentication-Results: ${results}\r\n${plain}`;
      expect(await check(raw, 'mx.agency.example')).toBe(wanted);
      expect(await check(raw)).toBe('unconfirmed');
    },
  );

  test('B-117 only the topmost Authentication-Results line counts', async () => {
    const line = (result: string) =>
      `Authentication-Results: mx.agency.example; dmarc=${result} header.from=roy.example\r\n`;
    expect(await check(line('fail') + line('pass') + plain, 'mx.agency.example')).toBe('unconfirmed');
  });
});
