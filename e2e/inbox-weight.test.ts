import { expect, signUpAccount, storedSession, test } from './staff.ts';

// A kilobyte is 1,000 bytes here, as in public-weights.test.ts.
const mostScript = 210_000;
const mostInAll = 320_000;

test('a cold load of a full inbox weighs at most 210 KB of scripts and 320 KB in all', async ({
  ownProduct,
  newContext,
}) => {
  const leads = Array.from({ length: 60 }, (_, place) => ({
    name: `Person Number ${place}`,
    email: `person-${place}@company.example`,
    phone: '604-555-0112',
    message: `We have ${place} pages and would like to know more about an audit. `.repeat(4),
  }));
  await ownProduct.admin().from('leads').insert(leads).throwOnError();
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
  // What is shown is read once more when the channel has been joined: that counts too.
  const readAgain = page.waitForResponse(/\/rest\/v1\/leads\?.*id=in\./);
  await page.goto('/dashboard/messages');
  await readAgain;
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('article')).toHaveCount(50);
  test.info().annotations.push({ type: 'bytes', description: `${script} of scripts, ${all} in all` });
  expect(script, 'scripts').toBeGreaterThan(50_000);
  expect(script, 'scripts').toBeLessThanOrEqual(mostScript);
  expect(all, 'in all').toBeLessThanOrEqual(mostInAll);
});
