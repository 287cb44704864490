/** Headers of one connection, not of the message: they are never passed on. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
]);

/**
 * What a function may not say for our origin: it shares it with the site. Cookies are none of the protocol's business,
 * and would keep pages from being cached.
 */
const ofOrigin = new Set([
  'set-cookie',
  'clear-site-data',
  'service-worker-allowed',
  'strict-transport-security',
  'sourcemap',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'x-relay-error',
]);

export function isForwardedRequestHeader(name: string): boolean {
  return !ofConnection.has(name);
}

export function isForwardedResponseHeader(name: string): boolean {
  return !ofConnection.has(name) && !ofOrigin.has(name);
}
