import { splitParagraphs } from '../ui/split-paragraphs.ts';
import { shareColours, type ShareColours } from '../colours/share-colours.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

export function paragraphsAsHtml(text: string): string {
  return splitParagraphs(text)
    .map((part) => `<p style="margin:0 0 18px">${escapeHtml(part).replaceAll(/\r?\n/g, '<br>\n')}</p>`)
    .join('\n');
}

export function buttonAsHtml(label: string, href: string): string {
  const look = `display:inline-block;padding:13px 22px;border-radius:6px;background:${shareColours.ink};color:white;font-weight:bold;text-decoration:none`;
  return `<p style="margin:0 0 18px"><a href="${escapeHtml(href)}" style="${look}">${escapeHtml(label)}</a></p>`;
}

export interface MailParts {
  /** its name */
  agency: string;
  colours?: ShareColours;
  subject: string;
  /** HTML, as is `foot` */
  body: string;
  foot: string;
  /** HTML after all of it, such as what is quoted */
  below?: string;
}

/** A whole message: one column on paper, the agency's name above, small print below. No images, nothing is loaded. */
export function mailPage({ agency, colours = shareColours, subject, body, foot, below }: MailParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:${colours.deep};color:${colours.ink};font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div role="article" aria-label="${escapeHtml(subject)}" style="max-width:560px;margin:0 auto;padding:28px 28px 14px;background:white;border-top:5px solid ${colours.magentaLine};border-radius:0 0 8px 8px;overflow-wrap:anywhere">
<p style="margin:0 0 22px;font-size:19px;font-weight:bold">${escapeHtml(agency)}</p>
${body}
<p style="margin:26px 0 14px;padding-top:14px;border-top:1px solid ${colours.shoal};font-size:14px;line-height:1.5">${foot}</p>
${below ?? ''}
</div>
</body>
</html>
`;
}
