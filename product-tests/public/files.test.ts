import { expect, test } from '../fixture.ts';

test('A-26 a chart file has no text and is kept for long, and unknown ones are refused', async ({
  product,
}) => {
  const chart = await fetch(`${product.url}/chart/tile-3/pay-per-results-seo.svg`);
  expect(chart.headers.get('content-type')).toContain('image/svg+xml');
  expect(chart.headers.get('cache-control')).toContain('immutable');
  expect(await chart.text()).not.toContain('<text');
  expect((await fetch(`${product.url}/chart/huge-3/x.svg`)).status).toBe(404);
});

test('S-14 the text does not move when its fonts are loaded', async ({ product }) => {
  const read = async (path: string) => (await fetch(product.url + path)).text();
  const paths = (await read('/')).matchAll(/href="(\/assets\/[^"]+\.css)[#"]/g);
  const css = (await Promise.all([...paths].map(([, path = '']) => read(path)))).join('');
  const fallbacks = [...css.matchAll(/@font-face\{[^}]*\}/g)].filter(([face]) => /src:local\(/.test(face));
  expect(fallbacks.length).toBeGreaterThanOrEqual(2);
  for (const [face] of fallbacks) expect(face).toMatch(/ascent-override|size-adjust/);
});

test('the policy names one script hash and nothing inline; frames are refused', async ({ product }) => {
  const headers = Object.fromEntries((await fetch(product.url)).headers);
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}';/);
  expect(policy).not.toContain('unsafe');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("style-src 'self'");
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['referrer-policy']).toMatch(/^strict-origin/);
});
