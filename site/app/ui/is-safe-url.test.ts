import { expect, test } from 'vitest';
import { parseMarkdownSections, renderMarkdown } from './markdown.ts';
import { isSafeUrl } from './is-safe-url.ts';

const safe = [
  'https://example.ca/a?b=c#d',
  'HTTP://example.ca',
  'mailto:hello@fairlead.example',
  'tel:+18005550199',
  '/services',
  '/a?b=c:d',
  '#what-to-do-next',
  '?page=2',
  'resources/one',
  './one',
  '../one#part',
];
const unsafe = (
  'javascript JavaScript vbscript data blob file filesystem view-source about ms-msdt search-ms ms-word ms-officecmd ' +
  'intent android-app itms-services ftp ssh sms whatsapp facetime skype slack vscode web+app x https+x http https'
)
  .split(' ')
  .map((scheme) => `${scheme}:text/html,x`);
const disguised = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\0javascript:alert(1)',
  'java%73cript:alert(1)',
  'https:/evil',
  'mailto:?bcc=all@x.ca',
  'tel:javascript',
];

test.for(safe)('G-54 %s may become a link', (url) => {
  expect(isSafeUrl(url)).toBe(true);
  expect(parseMarkdownSections(`[x](${url})`).render(0)).toContain('<a href="');
});

test.for([...unsafe, ...disguised])('G-54 %j never becomes a link', (url) => {
  expect(isSafeUrl(url)).toBe(false);
});

test.for(unsafe)('G-54 no kind of Markdown makes a link or a picture of %s', (url) => {
  const entities = url.replace(/^./, (first) => `&#${first.codePointAt(0)};`);
  for (const text of [
    `[x](${url})`,
    `[x](<${url}>)`,
    `[x](${entities})`,
    `<${url}>`,
    `![x](${url})`,
    `[x][1]\n\n[1]: ${url}`,
    `[x](${url.replace(':', '\\:')})`,
    `[x](${url.replace(':', '&colon;')})`,
  ]) {
    for (const html of [parseMarkdownSections(text).render(0), renderMarkdown(text, 2).html])
      expect(html, text).not.toMatch(/<(?:a|img)\b/);
  }
});
