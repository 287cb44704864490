/** Images that cannot contain scripts, and plain text. */
const displayable = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'text/plain',
]);
/** What a browser could execute or display as a page. Clients read these as text either way. */
const active = /html|xml|svg|javascript|ecmascript|css|xsl|mhtml|rfc822/;

/** Active content becomes plain text, other files attachments. */
export function sanitizeContent(headers: Headers): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (active.test(type)) headers.set('content-type', 'text/plain; charset=utf-8');
  else if (!displayable.has(type) && type !== '') {
    const disposition = headers.get('content-disposition') ?? '';
    if (!/^attachment\b/i.test(disposition)) headers.set('content-disposition', 'attachment');
  }
}
