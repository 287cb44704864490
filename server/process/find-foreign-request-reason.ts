// Refuses requests from other machines or sites in local mode, with the reason.
import type { IncomingMessage } from 'node:http';

const localNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

type Head = Pick<IncomingMessage, 'headers' | 'httpVersion'>;

/**
 * In local mode everyone who signs up can read the leads, so only this machine is served. Returns why a request is not
 * local, or null if it is: a proxy or tunnel, another name (DNS rebinding), or a page of another site. Only browsers
 * send Origin.
 */
export function findForeignRequestReason({ headers, httpVersion }: Head): string | null {
  const { host = '', origin } = headers;
  const proxyHeader = findProxyHeader(headers);
  if (proxyHeader) return explain(`the request has the header ${proxyHeader}`);
  if (!localNames.test(host)) return explain(`the request is for the name ${JSON.stringify(host)}`);
  // The default of many proxies (nginx before 1.29.7); no current browser uses it.
  if (httpVersion === '1.0') return explain('the request uses HTTP/1.0, as proxies do');
  if (origin !== undefined)
    return isLocalPage(origin) ? null : explain(`the request comes from a page of ${JSON.stringify(origin)}`);
  return explainForeignPage(headers);
}

/** Checks the headers that browsers send instead of Origin: a foreign site may only link here. */
function explainForeignPage(headers: IncomingMessage['headers']): string | null {
  const { referer } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') {
    const isPageLoad = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    // Pages of 127.0.0.1 may load pictures of localhost.
    if (isPageLoad || (referer !== undefined && isLocalPage(referer))) return null;
    return explain('the request comes from a page of another site');
  }
  // A page of this server under a foreign address: a proxy has changed the host name.
  if (referer === undefined || isLocalPage(referer)) return null;
  return explain(`the request comes from a page of ${JSON.stringify(hostOf(referer))}`);
}

function explain(seen: string): string {
  return (
    `This server runs in local mode and only answers http://localhost, but ${seen}. ` +
    'To serve it behind a proxy, under another name or to other sites, set SITE_URL to your public address, ' +
    'not localhost (behind a proxy, also set TRUSTED_PROXIES=1), and restart it.\n'
  );
}

const proxyHeaders = new Set([
  'via',
  'cdn-loop',
  'cf-ray',
  'x-amzn-trace-id',
  'x-cloud-trace-context',
  'x-arr-ssl',
  'x-original-host',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-envoy-external-address',
  'cf-connecting-ipv6',
]);

/** X-Forwarded-For, Fly-Forwarded-Proto, X-Real-IP and their like. A loop, because it runs for every request. */
function findProxyHeader(headers: IncomingMessage['headers']): string | null {
  for (const name in headers)
    if (name.includes('forwarded') || name.endsWith('-ip') || proxyHeaders.has(name)) return name;
  return null;
}

function isLocalPage(address: string): boolean {
  return localNames.test(hostOf(address));
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
