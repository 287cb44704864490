import { expect, test } from 'vitest';
import { loggedSitePath } from './logged-site-path.ts';

const token = 'q7Yd0c-token_of-a-person';

test.each(['conversation', 'book', 'preview', 'unsubscribe'])(
  'a token after /%s/ is never logged, in no form of the address that a client or a proxy may send',
  (kind) => {
    const encoded = `%${kind.codePointAt(0)?.toString(16)}${kind.slice(1)}`;
    for (const path of [
      `/${kind}/${token}`,
      `/${kind.toUpperCase()}/${token}?a=b`,
      `//${kind}/${token}`,
      `/./${kind}/${token}`,
      `/x/../${kind}/${token}`,
      `\\${kind}\\${token}`,
      `/${encoded}/${token}`,
      `/${encoded.replace('%', '%25')}/${token}`,
      `/${kind}%2F${token}`,
      `/${kind}%2f${token}/%FF`,
      `/${kind};${token}`,
      `/${kind}.data/${token}`,
      `/${kind}//${token}/calendar`,
      `/fr/${kind}/${token}`,
      `http://www.example.com/${kind}/${token}`,
    ])
      expect(loggedSitePath(path), path).toBe(`/${kind}/…`);
  },
);

test('pages are logged as they are, email addresses are not', () => {
  expect(loggedSitePath('/services/book-keeping?x=1')).toBe('/services/book-keeping');
  expect(loggedSitePath('/resources/preview')).toBe('/resources/preview');
  expect(loggedSitePath('/%zz')).toBe('/%zz');
  expect(loggedSitePath('/mailto:ana@example.com')).toBe('/…');
  expect(loggedSitePath('/services/ana%40example.com')).toBe('/services/…');
});
