import { expect, test } from 'vitest';
import { findForeignImages, replaceImageAddress } from './foreign-images.ts';

const own = ['https://agency.example'];
const other = 'https://pictures.example/a.png';
const copy = '/storage/v1/object/public/pictures/1/2x3.webp';

test('B-285 images of other sites are found in every notation of Markdown, and no others', () => {
  const found: [string, string[]][] = [
    [`![A](${other})`, [other]],
    [`![A](<${other}> "title") ![B](${other})`, [other]],
    [`![A][a]\n\n[a]: ${other} "title"`, [other]],
    [`[![A](${other})](https://elsewhere.example)`, [other]],
    [`- a\n  > | ![A](${other}) |`, [other]],
    ['![A](http://10.0.0.1/é.png)', ['http://10.0.0.1/%C3%A9.png']],
    ['![A](HTTPS://Pictures.example/a.png)', ['HTTPS://Pictures.example/a.png']],
    ['![A](https://agency.example/a.png) ![B](/samples/a.webp) ![C](a.png)', []],
    [`[A](${other}) \\![A](${other})`, []],
    [`\`![A](${other})\` <img src="${other}">`, []],
    ['![A](ftp://pictures.example/a.png) ![B](data:image/png;base64,AA==)', []],
  ];
  for (const [markdown, expected] of found)
    expect([markdown, findForeignImages(markdown, own)]).toEqual([markdown, expected]);
});

test('B-285 a copied image keeps its description, title and place, and links keep their address', () => {
  const addresses = [other, 'https://pictures.example/a_(1).png?x=1&y=é', 'http://pictures.example/a.png'];
  const notations: ((address: string) => string)[] = [
    (address) => `a ![A *b* [c] \\] d](${address} "title") e`,
    (address) => `![A](<${address}>)![A](${address})`,
    (address) => `![A][a]\n\n[a]: ${address} "title"\n`,
    (address) => `[![A](${address})](https://elsewhere.example/?u=x)`,
    (address) => `![](${address})\n\n![A](${address}x)`,
  ];
  for (const address of addresses)
    for (const notation of notations) {
      const markdown = notation(address);
      const [found = ''] = findForeignImages(markdown, own);
      const expected = notation(copy).replace(`${copy}x`, `${address}x`);
      expect(replaceImageAddress(markdown, found, copy)).toBe(expected);
    }
  const linked = `[link](${other}) ![A](${other})`;
  expect(replaceImageAddress(linked, other, copy)).toBe(`[link](${other}) ![A](${copy})`);
});
