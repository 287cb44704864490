import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RichText } from './rich-text.tsx';

test('words and tags of a text become elements, whatever their order; an unknown tag stays text', () => {
  const bold = (content: string) => <b>{content}</b>;
  const link = (content: string) => <a href="/privacy">{content}</a>;
  const text = 'Read <link>our policy</link> & <b>write</b> us <i>soon</i>.';
  expect(renderToStaticMarkup(<RichText text={text} tags={{ b: bold, link }} />)).toBe(
    '<span>Read </span><a href="/privacy">our policy</a><span> &amp; </span><b>write</b><span> us </span><span>&lt;i&gt;soon&lt;/i&gt;</span><span>.</span>',
  );
  expect(renderToStaticMarkup(<RichText text="More<spoken> about us</spoken>" />)).toBe(
    '<span>More</span><span class="sr-only"> about us</span>',
  );
});

test.for(['constructor', 'toString', '__proto__', 'valueOf'])(
  'G-54 <%s> in what somebody wrote stays text',
  (name) => {
    const text = `Saved: <${name}>x</${name}>`;
    for (const tags of [undefined, { b: (content: string) => <b>{content}</b> }])
      expect(renderToStaticMarkup(<RichText text={text} {...(tags && { tags })} />)).toBe(
        `<span>Saved: </span><span>&lt;${name}&gt;x&lt;/${name}&gt;</span>`,
      );
  },
);
