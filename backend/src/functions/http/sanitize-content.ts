/** What a browser may show by itself from our origin: pictures that cannot carry script, and plain text. */
const shown = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'text/plain']);
/** What a browser could run or draw as a page. Clients read these as text either way. */
const active = /html|xml|svg|javascript|ecmascript|css|xsl|mhtml|rfc822/;

/** Makes an answer harmless in a browser: what could run becomes plain text, what need not be shown an attachment. */
export function sanitizeContent(headers: Headers): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (active.test(type)) headers.set('content-type', 'text/plain; charset=utf-8');
  else if (!shown.has(type) && type !== '') {
    const said = headers.get('content-disposition') ?? '';
    if (!/^attachment\b/i.test(said)) headers.set('content-disposition', 'attachment');
  }
}
