import { expect, signUpAccount, storedSession, test } from '../product/staff.ts';

// A kilobyte is 1,000 bytes here, as in e2e/public/weights.test.ts.
const maxScriptBytes = 214_000;
const maxTotalBytes = 320_000;

test('a cold load of a full inbox reads its leads once, and weighs at most 214 KB of scripts and 320 KB in all', async ({
  ownProduct,
  newContext,
}) => {
  const leads = Array.from({ length: 60 }, (_, index) => ({
    name: `Person Number ${index}`,
    email: `person-${index}@company.example`,
    phone: '604-555-0112',
    message: `We have ${index} pages and would like to know more about an audit. `.repeat(4),
  }));
  await ownProduct.admin.from('leads').insert(leads).throwOnError();
  const context = await newContext({
    baseURL: ownProduct.url,
    storageState: storedSession(ownProduct, await signUpAccount(ownProduct)),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const scripts = new Set<string>();
  let [script, all] = [0, 0];
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    all += encodedDataLength;
    if (scripts.has(requestId)) script += encodedDataLength;
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/v1/')) asked.push(pathname.slice(9));
  });
  await page.goto('/dashboard/messages');
  await expect(page.getByRole('article')).toHaveCount(50);
  await page.waitForLoadState('networkidle');
  // the channel is joined first, so each read happens only once
  for (const path of ['leads', 'lead_messages', 'quarantined_leads'])
    expect(asked.filter((one) => one === path)).toEqual([path]);
  expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(9);
  test.info().annotations.push({ type: 'bytes', description: `${script} of scripts, ${all} in all` });
  expect(script, 'scripts').toBeGreaterThan(50_000);
  expect(script, 'scripts').toBeLessThanOrEqual(maxScriptBytes);
  expect(all, 'in all').toBeLessThanOrEqual(maxTotalBytes);

  // one's own write refetches the list and renders only its card again, a key in a reply only its box
  await page.evaluate(() => {
    const drawn = new Set<string | null>();
    Object.assign(window, { drawn });
    const list = document.querySelector('[data-leads]');
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        drawn.add(element?.closest('article')?.getAttribute('aria-labelledby') ?? null);
      }
    });
    if (list) observer.observe(list, { subtree: true, childList: true, characterData: true });
  });
  const cards = page.getByRole('article');
  const listed = page.waitForResponse(/\/rest\/v1\/lead_messages\?/);
  await cards.nth(3).getByRole('combobox').selectOption('qualified');
  await listed;
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await cards.nth(5).getByPlaceholder('Type your reply here...').pressSequentially('Thursday works.');
  await expect(cards.nth(5).getByRole('button', { name: 'Send Reply' })).toBeEnabled();
  const drawn = await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);
  const mayBeDrawn = await Promise.all(
    [3, 5].map((index) => cards.nth(index).getAttribute('aria-labelledby')),
  );
  expect(drawn.filter((card) => !mayBeDrawn.includes(card))).toEqual([]);
  await expect(page.locator('[data-leads] > li').last()).toHaveCSS('content-visibility', 'auto');
});
