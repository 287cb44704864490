// Renders an account mail as plain text, as HTML.
import escapeHtml from 'escape-html';
import type { AccountMailText } from './mail-text.ts';

export interface AccountMailParts extends AccountMailText {
  /** Undefined for a mail without a button. */
  link: string | undefined;
  /** Empty for a mail without a code. */
  code: string;
  /** How long the link and the code are valid, in words. */
  validFor: string;
  site: string;
}

/** The words of an account mail, for a site that lays out its own mails. */
interface AccountMailWords extends AccountMailText {
  link: string | undefined;
  /** Undefined for a mail without a code. */
  code: { label: string; value: string } | undefined;
  /** How long link and code are valid; empty without both. */
  expiry: string;
  site: string;
}

/** Replaces the layout of account mails. */
export type AccountMailLayout = (words: AccountMailWords) => { text: string; html: string };

/** Without a layout, the HTML contains no images, so that mail programs load nothing. */
export function renderAccountMail(
  parts: AccountMailParts,
  layOut?: AccountMailLayout,
): { text: string; html: string } {
  if (!layOut) return { text: renderText(parts), html: renderHtml(parts) };
  const code = parts.code === '' ? undefined : { label: codeLabel(parts), value: parts.code };
  return layOut({ ...parts, code, expiry: expiryNote(parts) });
}

function expiryNote({ link, code, validFor }: AccountMailParts): string {
  if (code === '') return link === undefined ? '' : `This link works once and expires in ${validFor}.`;
  return link === undefined
    ? `This code works once and expires in ${validFor}.`
    : `The link and code work once and expire in ${validFor}.`;
}

/** A mail that contains a link as well calls the code an alternative, because not every site has a field for it. */
function codeLabel({ link }: AccountMailParts): string {
  return link === undefined ? 'Your code' : "If you're asked for a code";
}

function renderText(parts: AccountMailParts): string {
  const { body, action, link, code, ifNotYou, site } = parts;
  return [
    body,
    ...(link === undefined ? [] : [`${action}:\n${link}`]),
    ...(code === '' ? [] : [`${codeLabel(parts)}: ${code}`]),
    ...(expiryNote(parts) === '' ? [] : [expiryNote(parts)]),
    ifNotYou,
    `-- \n${site}\n`,
  ].join('\n\n');
}

function renderHtml(parts: AccountMailParts): string {
  const { subject, body, action, link, code, ifNotYou, site } = parts;
  const text = 'margin:0 0 20px;font-size:16px;line-height:1.5;color:#1c2430';
  const small = 'margin:0 0 12px;font-size:14px;line-height:1.5;color:#4a5565';
  const button =
    'display:inline-block;padding:14px 24px;border-radius:6px;background:#0b3a5b;color:#ffffff;' +
    'font-size:16px;font-weight:bold;text-decoration:none';
  const digits =
    'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:28px;font-weight:bold;letter-spacing:4px;color:#1c2430';
  const href = link === undefined ? '' : escapeHtml(link);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#eef2f5;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div role="article" aria-label="${escapeHtml(subject)}" style="max-width:520px;margin:0 auto;padding:32px 28px;background:#ffffff;border-radius:10px">
<p style="${small}">${escapeHtml(site)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#1c2430">${escapeHtml(subject)}</h1>
<p style="${text}">${escapeHtml(body)}</p>
${href === '' ? '' : `<p style="margin:0 0 24px"><a href="${href}" style="${button}">${escapeHtml(action)}</a></p>`}
${code === '' ? '' : `<p style="${text}">${codeLabel(parts)}:<br><span style="${digits}">${escapeHtml(code)}</span></p>`}
<p style="${small}">${escapeHtml(`${expiryNote(parts)} ${ifNotYou}`.trim())}</p>
${href === '' ? '' : `<p style="${small}">Button not working? Open this link:<br><a href="${href}" style="color:#0b3a5b;overflow-wrap:anywhere">${href}</a></p>`}
</div>
</body>
</html>
`;
}
