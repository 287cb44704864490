// Doctor check of the public address: certificate, reachability, clock, WebSocket, upload limit.
import { connect, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import type { ServerConfig } from '../settings/config.ts';
import { isUntrustedCertificate, privateAuthorityAdvice } from '@fairlead/backend/errors';
import { checkAuthorization, checkProxyForwarding, checkUploadForwarding } from './check-proxy-forwarding.ts';
import type { DoctorFinding } from '../probes/doctor-finding.ts';

const timeoutMs = 8_000;
const dayMs = 86_400_000;
const expiryDays = 14;
const clockMs = 60_000;
/** An image may have 20 MB. */
const uploadBytes = 20 * 1024 * 1024;

export interface ProxyCheckSettings extends Pick<
  ServerConfig,
  'SITE_URL' | 'SUPABASE_URL' | 'TRUSTED_PROXIES' | 'localMode'
> {
  /** The id of this server's newest signing key; undefined if unknown. */
  keyId: string | undefined;
  publishableKey: string | undefined;
  secretKey: string | undefined;
  /** How long a WebSocket without messages must stay open. */
  silenceMs?: number;
}

/** Checks what a visitor gets at SITE_URL. In local mode there is no proxy. */
export async function checkProxy(settings: ProxyCheckSettings): Promise<DoctorFinding[]> {
  const { SITE_URL, TRUSTED_PROXIES, localMode } = settings;
  if (localMode) return [];
  const findings: DoctorFinding[] = [];
  if (TRUSTED_PROXIES === 0)
    findings.push({
      what: 'TRUSTED_PROXIES',
      finding: 'it is 0, so behind a proxy all visitors count as one, and one can use up the limits for all',
      fix: 'set TRUSTED_PROXIES=1 for one proxy',
    });
  if (SITE_URL.startsWith('https:')) findings.push(...(await checkCertificate(new URL(SITE_URL))));
  else
    findings.push({
      what: 'TLS',
      finding: `${SITE_URL} is not encrypted: passwords and leads can be read in transit`,
      fix: 'serve it over HTTPS through Caddy or nginx, and set SITE_URL to https://…',
    });
  const reached = await checkReached(settings);
  if (reached !== null) return [...findings, ...reached];
  const [socket, others] = await Promise.all([checkWebSocket(settings), checkForwarding(settings)]);
  return [...findings, ...socket, ...others];
}

async function checkForwarding(settings: ProxyCheckSettings): Promise<DoctorFinding[]> {
  // Without it, the server does not know the doctor, and further checks would report other causes.
  const authorization = await checkAuthorization(settings);
  if (authorization.length > 0) return authorization;
  const upload = await checkUpload(settings.SITE_URL);
  return [
    ...(upload.length > 0 ? upload : await checkUploadForwarding(settings.SITE_URL, settings.secretKey)),
    ...(await checkProxyForwarding(settings)),
  ];
}

async function checkCertificate({ hostname, port }: URL): Promise<DoctorFinding[]> {
  const what = 'TLS';
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    return judgeCertificate(socket, hostname);
  } catch (error) {
    const finding = `no encrypted connection to ${hostname} (${(error as Error).message})`;
    return [{ what, finding, fix: 'start the proxy, open port 443, and point the name to this machine' }];
  } finally {
    socket.destroy();
  }
}

function judgeCertificate(socket: TLSSocket, hostname: string): DoctorFinding[] {
  const what = 'TLS';
  if (!socket.authorized)
    return [
      {
        what,
        finding: `browsers reject the certificate of ${hostname} (${String(socket.authorizationError)})`,
        fix: `give the proxy the full chain (fullchain.pem) of a certificate for this name${isUntrustedCertificate(String(socket.authorizationError)) ? `; ${privateAuthorityAdvice}` : ''}`,
      },
    ];
  const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / dayMs);
  if (days >= expiryDays) return [];
  return [
    {
      what,
      finding: `the certificate of ${hostname} expires in ${days} days`,
      fix: 'find out why it was not renewed: systemctl list-timers, the log of certbot or Caddy',
    },
  ];
}

/** Null if the server is reached. */
async function checkReached({
  SITE_URL,
  SUPABASE_URL,
  keyId,
}: ProxyCheckSettings): Promise<DoctorFinding[] | null> {
  const what = 'proxy';
  // With a hosted project, this server only serves the site.
  const [path, expected] = SUPABASE_URL
    ? ['/robots.txt', SITE_URL]
    : ['/auth/v1/.well-known/jwks.json', keyId ?? ''];
  const url = `${SITE_URL}${path}`;
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    text = await response.text();
  } catch (error) {
    const { cause, message } = error as Error;
    // The certificate is a finding of its own.
    if (isUntrustedCertificate((cause as NodeJS.ErrnoException | undefined)?.code)) return [];
    const finding = `${SITE_URL} cannot be reached (${cause instanceof Error ? cause.message : message})`;
    return [
      { what, finding, fix: 'check that the name points to this machine and that the proxy is running' },
    ];
  }
  if (response.status === 421)
    return [
      {
        what,
        finding: 'it does not pass on the name that visitors use (status 421)',
        fix: 'nginx: proxy_set_header Host $http_host; and set SITE_URL for the server too, not just here',
      },
    ];
  if (response.status !== 200 || !text.includes(expected))
    return [
      {
        what,
        finding: `${url} is not answered by this server (status ${response.status})`,
        fix: 'start the server, and let the proxy send everything to it: proxy_pass http://127.0.0.1:3000',
      },
    ];
  const difference = Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now());
  if (!(difference > clockMs)) return null;
  const seconds = Math.round(difference / 1000);
  const finding = `the clocks of this machine and the proxy differ by ${seconds} seconds`;
  return [{ what: 'clock', finding, fix: 'on both: timedatectl set-ntp true' }];
}

/** Open inboxes send a message every 25 seconds; until then their socket is silent. */
const longestSilenceMs = 27_000;

async function checkWebSocket({
  SITE_URL,
  publishableKey,
  silenceMs = longestSilenceMs,
}: ProxyCheckSettings): Promise<DoctorFinding[]> {
  if (publishableKey === undefined) return [];
  const address = `${SITE_URL.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${publishableKey}`;
  let result = await openInSilence(address, silenceMs);
  // A restart cuts a socket once, a timeout every time.
  if (typeof result === 'number') result = await openInSilence(address, silenceMs);
  if (typeof result === 'number')
    return [
      {
        what: 'read timeout',
        finding: `the proxy cuts connections that are silent for ${Math.max(1, Math.round(result / 1000))} s, so open inboxes lose theirs: they are silent for up to 25 s`,
        fix: 'nginx: proxy_read_timeout 90s; HAProxy: timeout tunnel 10m; Caddy: no stream_timeout, and in transport http no read_timeout under 90s',
      },
    ];
  if (result === 'open') return [];
  return [
    {
      what: 'WebSocket',
      finding: 'the proxy does not forward WebSockets, so open inboxes do not show new leads',
      fix: 'nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;',
    },
  ];
}

/** Whether a socket opens and stays open without messages; a number is the time in milliseconds after which it was closed. */
async function openInSilence(address: string, silenceMs: number): Promise<'open' | 'refused' | number> {
  const socket = new WebSocket(address);
  const opening = Promise.withResolvers<boolean>();
  socket.addEventListener('open', () => opening.resolve(true));
  socket.addEventListener('error', () => opening.resolve(false));
  setTimeout(() => opening.resolve(false), timeoutMs).unref();
  try {
    return (await opening.promise) ? await waitForCut(socket, silenceMs) : 'refused';
  } finally {
    socket.close();
  }
}

function waitForCut(socket: WebSocket, silenceMs: number): Promise<'open' | number> {
  const openedAt = performance.now();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('open'), silenceMs);
    socket.addEventListener('close', () => {
      clearTimeout(timer);
      resolve(performance.now() - openedAt);
    });
  });
}

/** Announces an upload without sending it: the proxy responds with 413, or waits for the body. */
async function checkUpload(siteUrl: string): Promise<DoctorFinding[]> {
  const send = siteUrl.startsWith('https:') ? requestTls : request;
  const headers = { 'content-length': uploadBytes, 'content-type': 'application/octet-stream' };
  const sent = send(`${siteUrl}/storage/v1/object/incoming/doctor`, { method: 'POST', headers });
  const status = await new Promise<number | undefined>((resolve) => {
    sent.on('response', (response) => resolve(response.statusCode));
    sent.on('error', () => resolve(undefined));
    setTimeout(() => resolve(undefined), 1_500);
    sent.flushHeaders();
  });
  sent.destroy();
  if (status !== 413) return [];
  return [
    {
      what: 'uploads',
      finding: 'the proxy rejects images of 20 MB',
      fix: 'nginx: client_max_body_size 25m;',
    },
  ];
}
