import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ContentTableName } from './content-types.ts';
import { Description, firstParagraphsOf } from './description.tsx';
import { renderDescription } from './render-description.ts';

function htmlOf(description: string, format = 'markdown', table: ContentTableName = 'services'): string {
  const text = renderDescription(table, { description, text_format: format });
  return renderToStaticMarkup(<Description text={text} />);
}

function tagsOf(html: string): string[] {
  return [...html.matchAll(/<(\w+)/g)].map(([, tag]) => tag ?? '');
}

test('G-54 a plain description is shown as written, marks and markup included', () => {
  const text = '# One\n\n**two** <b>x</b>\n\n- three';
  expect(htmlOf(text, 'plain')).toContain(
    '><p># One</p><p>**two** &lt;b&gt;x&lt;/b&gt;</p><p>- three</p></div>',
  );
  expect(renderDescription('services', { description: text, text_format: 'plain' })).toBe(text);
});

test.each([
  ['services', '# a\n## b\n#### c\n# d', 'h2 h3 h4 h2'],
  ['services', '### a\n## b\n### c', 'h2 h2 h3'],
  ['apps', '## a\n### b\n## c', 'h3 h4 h3'],
  ['apps', '# a\n## b\n### c\n#### d\n##### e\n###### f', 'h3 h4 h5 h6 h6 h6'],
] as const)('A-6 headings of %s start below that of the page and skip no level: %j', (table, text, tags) => {
  expect(
    tagsOf(htmlOf(text, 'markdown', table))
      .slice(1)
      .join(' '),
  ).toBe(tags);
});

test('search results get the words of a description without marks', () => {
  const description =
    '## Every **depth**\n\n![A chart](/p.webp) See [our\nprices](/services), `now`.\n\n- one\n- two';
  const text = renderDescription('services', { description, text_format: 'markdown' });
  expect(firstParagraphsOf(text)).toEqual(['Every depth', 'See our prices, now.', 'one', 'two']);
  const long = renderDescription('services', {
    description: 'word '.repeat(60) + '\n\nmore',
    text_format: 'markdown',
  });
  expect(firstParagraphsOf(long)).toHaveLength(1);
});

describe('G-54 no script can enter through a description', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt&colon;alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](vbscript:x)',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '![x](javascript:alert(1))',
    '![" onerror="alert(1)](/p.webp)',
    '[x](/a "\\" onclick=\\"alert(1)")',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '``` "><script>alert(1)</script>\n```',
    '## </h2><script>alert(1)</script>',
  ])('%j', (text) => {
    const html = htmlOf(text);
    expect(tagsOf(html)).not.toContain('script');
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
      const values = tag.replaceAll(/"[^"]*"/g, (value) =>
        /^"\s*(?:java|vb)script:|^"data:text/i.test(value) ? 'BAD' : '',
      );
      expect(values).not.toMatch(/\bon\w+=|BAD/);
    }
  });

  test.each(['> ', '- ', '[', '![', '*a **b ', '`', '<', '[a](', '&', '\\', '|a', '_*_'])(
    'twenty thousand characters of nested %j are rendered at once, no deeper than a browser can bear',
    (part) => {
      const start = performance.now();
      const html = htmlOf(part.repeat(20_000 / part.length));
      expect(performance.now() - start).toBeLessThan(5000);
      let depth = 0;
      let deepest = 0;
      for (const [tag] of html.matchAll(/<\/?(?:blockquote|ul|li|em|strong)\b/g)) {
        depth += tag.startsWith('</') ? -1 : 1;
        deepest = Math.max(deepest, depth);
      }
      expect(deepest).toBeLessThan(250);
    },
  );
});
