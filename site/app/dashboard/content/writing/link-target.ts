// The address to which a link of another program leads.
import { isSafeUrl } from '../../../ui/is-safe-url.ts';

/** The address behind the redirects of Google and Outlook; null if it must not be a link. */
export function linkTarget(href: string): string | null {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return null;
  }
  const isGoogle = /(?:^|\.)google\.com$/.test(url.hostname) && url.pathname === '/url';
  const isOutlook = url.hostname.endsWith('.safelinks.protection.outlook.com');
  const behind = isGoogle ? url.searchParams.get('q') : isOutlook ? url.searchParams.get('url') : null;
  if (behind !== null) return linkTarget(behind);
  return isSafeUrl(url.href) ? url.href : null;
}
