/** Few, because each is a label of metrics. */
export type RequestClass =
  | 'rest'
  | 'auth'
  | 'storage'
  | 'realtime'
  | 'functions'
  | 'health'
  | 'files'
  | 'dashboard'
  | 'pages';

const protocol = /^\/(rest|auth|storage|realtime|functions)\/v1(?:\/|\?|$)/;
const health = /^\/(healthz|readyz|metrics)(?:\?|$)/;
const files = /^\/assets\/|^[^?]*\.[a-z0-9]{2,11}(?:\?|$)/i;
const dashboard = /^\/(dashboard|team-links|finish-upload)(?:\/|\?|$)/;

export function requestClass(url: string): RequestClass {
  const [, service] = protocol.exec(url) ?? [];
  if (service !== undefined) return service as RequestClass;
  if (health.test(url)) return 'health';
  if (dashboard.test(url)) return 'dashboard';
  return files.test(url) ? 'files' : 'pages';
}
