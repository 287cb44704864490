// Builds the Content-Security-Policy header of a page.
import { createHash } from 'node:crypto';
import beforePaint from './before-paint.js?inline-script';

const scriptHash = createHash('sha256').update(beforePaint).digest('base64');

/** The content security policy of every page. `backendUrl` is empty when the backend has this origin too. */
export function contentSecurityPolicy(backendUrl: string): string {
  // Without its path, because a source with a path allows only that URL.
  const backendOrigin = backendUrl && new URL(backendUrl).origin;
  const socketOrigin = backendOrigin.replace(/^http/, 'ws');
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${scriptHash}'`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' https: ${backendOrigin}`.trim(),
    `connect-src 'self' ${backendOrigin} ${socketOrigin}`.trim(),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
