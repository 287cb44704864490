import { request, type ClientRequest } from 'node:http';
import { request as requestTls } from 'node:https';
import { text } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import type { Finding } from './finding.ts';
import { doctorToken, proxyEchoPath, type SeenRequest } from './proxy-echo.ts';

/** A visitor who wants to look like somebody else. Of an address that nobody has (RFC 5737). */
const forged = '203.0.113.7';
const promptMs = 2_500;
const partBytes = 64 * 1024;
const restBytes = 512 * 1024;
/** README: images may have 20 MB. */
const uploadBytes = 20 * 1024 * 1024;
const uploadTimeoutMs = 30_000;
const timeoutMs = 8_000;

type ForwardingSettings = Pick<Config, 'SITE_URL' | 'TRUSTED_PROXIES'> & { secretKey: string | undefined };

/** Through the proxy to the server itself, which says what it saw. */
export async function checkForwarding(settings: ForwardingSettings): Promise<Finding[]> {
  const { SITE_URL, TRUSTED_PROXIES, secretKey } = settings;
  // Without it, the proxy has a finding already.
  if (secretKey === undefined || TRUSTED_PROXIES === 0) return [];
  const { seen, isPrompt } = await askServer(SITE_URL, secretKey);
  if (seen === undefined) return [];
  return [
    ...(isPrompt ? [] : [bufferedUploads]),
    ...judgeAddress(seen, TRUSTED_PROXIES),
    ...judgeScheme(seen, SITE_URL),
  ];
}

const bufferedUploads: Finding = {
  what: 'request buffering',
  finding:
    'the proxy keeps an upload until it is complete: each is written to its disk too, also those that the server would refuse',
  fix: 'nginx: proxy_request_buffering off;',
};

/** Some proxies count only what they read (Caddy), so it is really sent. */
export async function checkWholeUpload(siteUrl: string, secretKey: string | undefined): Promise<Finding[]> {
  if (secretKey === undefined) return [];
  const response = await fetch(`${siteUrl}${proxyEchoPath}?whole`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${doctorToken(secretKey)}`,
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(uploadBytes),
    signal: AbortSignal.timeout(uploadTimeoutMs),
  }).catch((error: unknown) => error as Error);
  // Something that does not know of it answers.
  if (!(response instanceof Error) && response.status === 404) return [];
  const answer = response instanceof Error ? '' : await response.text().catch(() => '');
  if (answer === JSON.stringify({ bytes: uploadBytes })) return [];
  const problem = response instanceof Error ? response.message : `status ${response.status}`;
  return [
    {
      what: 'uploads',
      finding: `20 MB do not pass the proxy (${problem})`,
      fix: 'nginx: client_max_body_size 25m; Caddy: request_body { max_size 25MB }',
    },
  ];
}

export function judgeAddress({ client, forwardedFor }: SeenRequest, trustedProxies: number): Finding[] {
  const what = 'X-Forwarded-For';
  if (forwardedFor === null)
    return [
      {
        what,
        finding:
          'the proxy does not say who asks, so all visitors count as one, and one may use up the limits of all',
        fix: 'nginx: proxy_set_header X-Forwarded-For $remote_addr;',
      },
    ];
  if (client === forged)
    return [
      {
        what,
        finding:
          'visitors can choose the address that limits count, because the proxy passes on what they send',
        fix: `nginx: proxy_set_header X-Forwarded-For $remote_addr; or, where fewer than ${trustedProxies} proxies are in front, a lower TRUSTED_PROXIES`,
      },
    ];
  const named = forwardedFor.split(',').map((hop) => hop.trim());
  const added = named.length - 1 - named.lastIndexOf(forged);
  if (added <= trustedProxies) return [];
  return [
    {
      what,
      finding: `${added} proxies are in front, and TRUSTED_PROXIES is ${trustedProxies}, so limits count the address of a proxy`,
      fix: `set TRUSTED_PROXIES=${added}`,
    },
  ];
}

export function judgeScheme({ forwardedProto }: SeenRequest, siteUrl: string): Finding[] {
  const scheme = new URL(siteUrl).protocol.replace(':', '');
  if (forwardedProto === null || forwardedProto.split(',')[0]?.trim() === scheme) return [];
  return [
    {
      what: 'X-Forwarded-Proto',
      finding: `the proxy says that visitors come by ${forwardedProto}, and SITE_URL begins with ${scheme}: another proxy may be in front of it`,
      fix: 'let TRUSTED_PROXIES count every proxy in front, and each replace or append X-Forwarded-For',
    },
  ];
}

/**
 * Sends a part: a proxy that passes uploads on as they come has the answer before the rest. A smaller part would wait
 * in the proxy's buffer for writing (4 KB in Caddy), and programs in Go wait for a rest of up to 256 KB before they
 * answer.
 */
async function askServer(
  siteUrl: string,
  secretKey: string,
): Promise<{ seen?: SeenRequest; isPrompt: boolean }> {
  const send = siteUrl.startsWith('https:') ? requestTls : request;
  const sent = send(`${siteUrl}${proxyEchoPath}`, {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      authorization: `Bearer ${doctorToken(secretKey)}`,
      'content-type': 'application/octet-stream',
      'content-length': partBytes + restBytes,
      'x-forwarded-for': forged,
    },
  });
  const answered = readAnswer(sent);
  sent.write(Buffer.alloc(partBytes));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), promptMs)));
  const first = await Promise.race([answered, late]);
  clearTimeout(timer);
  if (first === 'late') sent.end(Buffer.alloc(restBytes));
  const seen = await answered;
  sent.destroy();
  return { ...(seen && { seen }), isPrompt: first !== 'late' };
}

/** Undefined where something else answers, or nothing. */
async function readAnswer(sent: ClientRequest): Promise<SeenRequest | undefined> {
  const body = await new Promise<string>((resolve) => {
    sent.on('error', () => resolve(''));
    sent.on('response', (response) => void text(response).then(resolve, () => resolve('')));
  });
  try {
    const seen = JSON.parse(body) as Partial<SeenRequest>;
    return typeof seen.client === 'string' ? (seen as SeenRequest) : undefined;
  } catch {
    return undefined;
  }
}
