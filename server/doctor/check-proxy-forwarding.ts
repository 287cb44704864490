// Doctor check of what the proxy forwards: client address, scheme, upload streaming, upload size.
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerConfig } from '../settings/config.ts';
import type { DoctorFinding } from '../probes/doctor-finding.ts';
import { deriveDoctorToken, doctorHeader, proxyEchoPath, type EchoedRequest } from './proxy-echo.ts';

/** The address that a visitor forges. No one has it (RFC 5737). */
const forged = '203.0.113.7';
const pauseMs = 1_000;
const partBytes = 64 * 1024;
/** An image may have 20 MB. */
const uploadBytes = 20 * 1024 * 1024;
const timeoutMs = 30_000;

type ForwardingSettings = Pick<ServerConfig, 'SITE_URL' | 'TRUSTED_PROXIES'> & {
  secretKey: string | undefined;
};

/** Sends requests through the proxy to the server, which returns what it received. */
export async function checkProxyForwarding(settings: ForwardingSettings): Promise<DoctorFinding[]> {
  const { SITE_URL, TRUSTED_PROXIES, secretKey } = settings;
  // Other checks report a missing key or a missing proxy.
  if (secretKey === undefined || TRUSTED_PROXIES === 0) return [];
  const seen = await send(SITE_URL, secretKey, 2 * partBytes, inTwoParts());
  // Another check reports a proxy that forwards nothing.
  if (seen === undefined || 'problem' in seen) return [];
  return [
    ...(seen.spanMs < pauseMs / 2 ? [bufferedUploads] : []),
    ...checkForwardedAddress(seen, TRUSTED_PROXIES),
    ...checkForwardedScheme(seen, SITE_URL),
  ];
}

/** The doctor proves itself in a second header too, so that the server answers even if the proxy removes the first. */
export async function checkAuthorization({
  SITE_URL,
  secretKey,
}: Pick<ForwardingSettings, 'SITE_URL' | 'secretKey'>): Promise<DoctorFinding[]> {
  if (secretKey === undefined) return [];
  const seen = await send(SITE_URL, secretKey, 1, [new Uint8Array(1)]);
  if (seen === undefined || 'problem' in seen || seen.hasAuthorization) return [];
  return [
    {
      what: 'Authorization',
      finding:
        'the proxy removes or replaces the header Authorization, so no one who signed in can read or write anything',
      fix: 'nginx: no proxy_set_header Authorization, and no auth_basic for this server; Caddy: no header_up -Authorization; HAProxy: no http-request del-header Authorization',
    },
  ];
}

const bufferedUploads: DoctorFinding = {
  what: 'request buffering',
  finding:
    'the proxy buffers each upload until it is complete: each is written to its disk too, even those the server would refuse',
  fix: 'nginx: proxy_request_buffering off;',
};

/** Some proxies (Caddy) count only what they have read, so the whole upload is sent. */
export async function checkUploadForwarding(
  siteUrl: string,
  secretKey: string | undefined,
): Promise<DoctorFinding[]> {
  if (secretKey === undefined) return [];
  const result = await send(siteUrl, secretKey, uploadBytes, [new Uint8Array(uploadBytes)]);
  if (result === undefined || !('problem' in result)) return [];
  return [
    {
      what: 'uploads',
      finding: `20 MB do not get through the proxy (${result.problem})`,
      fix: 'nginx: client_max_body_size 25m; Caddy: request_body { max_size 25MB }',
    },
  ];
}

export function checkForwardedAddress(
  { client, forwardedFor }: Pick<EchoedRequest, 'client' | 'forwardedFor'>,
  trustedProxies: number,
): DoctorFinding[] {
  const what = 'X-Forwarded-For';
  if (forwardedFor === null)
    return [
      {
        what,
        finding:
          'the proxy does not pass on visitor addresses, so all visitors count as one, and one can use up the limits for all',
        fix: 'nginx: proxy_set_header X-Forwarded-For $remote_addr;',
      },
    ];
  if (client === forged)
    return [
      {
        what,
        finding:
          'visitors can choose the address that limits apply to, because the proxy passes on what they send',
        fix: `nginx: proxy_set_header X-Forwarded-For $remote_addr; or, if fewer than ${trustedProxies} proxies are in front, a lower TRUSTED_PROXIES`,
      },
    ];
  const named = forwardedFor.split(',').map((hop) => hop.trim());
  const added = named.length - 1 - named.lastIndexOf(forged);
  if (added <= trustedProxies) return [];
  return [
    {
      what,
      finding: `${added} proxies are in front, and TRUSTED_PROXIES is ${trustedProxies}, so limits apply to the address of a proxy`,
      fix: `set TRUSTED_PROXIES=${added}`,
    },
  ];
}

export function checkForwardedScheme(
  { forwardedProto }: Pick<EchoedRequest, 'forwardedProto'>,
  siteUrl: string,
): DoctorFinding[] {
  const scheme = new URL(siteUrl).protocol.replace(':', '');
  if (forwardedProto === null || forwardedProto.split(',')[0]?.trim() === scheme) return [];
  return [
    {
      what: 'X-Forwarded-Proto',
      finding: `the proxy says that visitors use ${forwardedProto}, but SITE_URL starts with ${scheme}: another proxy may be in front of it`,
      fix: 'count every proxy in front in TRUSTED_PROXIES, and have each one replace or append X-Forwarded-For',
    },
  ];
}

/** Sent in two parts: if the proxy streams uploads, the server sees the pause between them. */
async function* inTwoParts(): AsyncGenerator<Uint8Array> {
  // A smaller part would stay in the proxy's write buffer (4 KB in Caddy).
  yield new Uint8Array(partBytes);
  await wait(pauseMs);
  yield new Uint8Array(partBytes);
}

type EchoResult = EchoedRequest | { problem: string } | undefined;

/** Undefined if the response is not from this endpoint. */
async function send(
  siteUrl: string,
  secretKey: string,
  sizeBytes: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<EchoResult> {
  const open = siteUrl.startsWith('https:') ? requestTls : request;
  const sent = open(`${siteUrl}${proxyEchoPath}`, {
    method: 'POST',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      authorization: `Bearer ${deriveDoctorToken(secretKey)}`,
      [doctorHeader]: deriveDoctorToken(secretKey),
      'content-type': 'application/octet-stream',
      'content-length': sizeBytes,
      'x-forwarded-for': forged,
    },
  });
  const received = new Promise<EchoResult>((resolve) => {
    sent.on('error', ({ message }) => resolve({ problem: message }));
    sent.on('response', (response) => {
      const { statusCode } = response;
      const problem = statusCode === 404 ? undefined : { problem: `status ${statusCode}` };
      if (statusCode === 200)
        void json(response).then(
          (seen) => resolve(seen as EchoedRequest),
          () => resolve(undefined),
        );
      else resolve(problem);
    });
  });
  // Errors of the pipeline are reported by the request itself.
  pipeline(Readable.from(body), sent).catch(() => {});
  const result = await received;
  sent.destroy();
  return result;
}
