import escapeHtml from 'escape-html';

/** Escapes text for XML and removes characters that XML 1.0 forbids. */
export function escapeXml(text: string): string {
  const allowed = text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return escapeHtml(allowed);
}

export function xmlResponse(xml: string, contentType: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`, {
    headers: { 'content-type': `${contentType}; charset=utf-8` },
  });
}
