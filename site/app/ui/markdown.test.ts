import { expect, test } from 'vitest';
import { parseMarkdownSections } from './markdown.ts';

test('G-54 ten thousand equal headings take linear time', () => {
  const { sections, render } = parseMarkdownSections('## Same\n\ntext\n\n'.repeat(10_000));
  expect(sections).toHaveLength(200);
  expect(new Set(sections.map(({ id }) => id)).size).toBe(200);
  // headings beyond the last section stay in it
  expect(render(200).match(/<h2/g)).toHaveLength(10_000 - 199);
});

test('heading ids are unique', () => {
  const text = '# Same\n## Same 2\n## Same\n## Same\n## main\n## !\n## ?\n### Same';
  expect(parseMarkdownSections(text).sections.map(({ id }) => id)).toEqual([
    'same',
    'same-2',
    'same-3',
    'same-4',
    'main-2',
    'section',
    'section-2',
  ]);
});

test('B-14 an uploaded picture has its sizes, its box and its description, and waits until it is near', () => {
  const address = '/storage/v1/object/public/pictures/0b7f/1200x800.webp';
  const html = parseMarkdownSections(`![A "small" chart](${address})`).render(0);
  expect(html).toContain('alt="A &quot;small&quot; chart" loading="lazy"');
  expect(html).toContain('/pictures/0b7f/480.webp 480w');
  expect(html).toContain('width="1200" height="800"');
  const other = parseMarkdownSections('![x](https://elsewhere.example/a.png)').render(0);
  expect(other).toBe('<p><img src="https://elsewhere.example/a.png" alt="x" loading="lazy"></p>\n');
});

test('a table can have the focus, so that a wide one scrolls by keyboard', () => {
  const html = parseMarkdownSections('| Plan | Price |\n|---|---|\n| One | $10 |').render(0);
  expect(html).toContain('<table tabindex="0">');
});
