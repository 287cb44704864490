import type { IncomingHttpHeaders } from 'node:http';

const localNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Local mode gives every account that signs up the leads, so it must answer this machine alone. A request that came
 * through a proxy or a tunnel, or under another name (DNS rebinding), is refused. Returns the reason, or null.
 */
export function refuseForeign(headers: IncomingHttpHeaders): string | null {
  const forwarded = findForwarded(headers);
  const foreignName = !localNames.test(headers.host ?? '');
  if (!forwarded && !foreignName) return null;
  const seen = forwarded ? `the header ${forwarded}` : `the name ${JSON.stringify(headers.host ?? '')}`;
  return (
    `This server runs in local mode and answers only http://localhost, but the request carries ${seen}. ` +
    'To serve it behind a proxy or under another name, set SITE_URL to the address visitors use ' +
    '(behind a proxy TRUSTED_PROXIES=1 as well) and start again.\n'
  );
}

/** A plain loop: it runs for every request. */
function findForwarded(headers: IncomingHttpHeaders): string | null {
  for (const name in headers) if (name === 'forwarded' || name.startsWith('x-forwarded-')) return name;
  return null;
}

/**
 * The same for a socket. A browser lets any page open one and says only in Origin which page it is, so the page must be
 * of this machine as well. What is no browser sends no Origin.
 */
export function refuseForeignSocket(headers: IncomingHttpHeaders): string | null {
  const { origin } = headers;
  if (origin === undefined || localNames.test(hostOf(origin))) return refuseForeign(headers);
  return (
    `This server runs in local mode and opens sockets for pages of http://localhost alone, but this one is of ${JSON.stringify(origin)}. ` +
    'To serve other sites, set SITE_URL to the address visitors use and start again.\n'
  );
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
