/** Seconds in Retry-After for a page that cannot be rendered at the moment (503). */
export const retryAfterSeconds = '5';

/** Set on every response of the site; pages add app/hydration/content-security-policy.server.ts. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  // Without TLS, browsers apply the header only to localhost, and warn elsewhere.
  if (siteUrl.startsWith('https:') || /^http:\/\/(localhost|127\.|\[::1\])/.test(siteUrl))
    headers['cross-origin-opener-policy'] = 'same-origin';
  if (siteUrl.startsWith('https:'))
    headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
  return headers;
}
