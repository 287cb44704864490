/** Of one connection, not of the message: never forwarded. */
const hopByHop = new Set([
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

/** These act on the whole origin, which functions share with the site; cookies would also disable its page cache. */
const originWide = new Set([
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
  return !hopByHop.has(name);
}

export function isForwardedResponseHeader(name: string): boolean {
  return !hopByHop.has(name) && !originWide.has(name);
}
