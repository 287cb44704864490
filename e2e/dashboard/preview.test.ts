import type { Page } from '@playwright/test';
import { expect, test } from '../product/staff.ts';

async function openPreview(page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: `View ${name} (opens in a new tab)` }).click(),
  ]);
  await expect(tab).toHaveURL(/\/preview\//);
  return tab;
}

test('G-30 P-42 P-181 View of a draft opens a preview of its page, which everyone with its address may read @audit', async ({
  page,
  product,
  newContext,
}) => {
  const admin = product.admin;
  const slug = `preview-${Date.now()}`;
  const { data: made } = await admin
    .from('services')
    .insert({
      name: `Harbour ${slug}`,
      slug,
      short_pitch: 'A pitch in the making',
      feature_chips: ['One chip'],
    })
    .select()
    .single();
  const name = made?.name ?? '';
  await page.goto('/dashboard/services');
  const row = page.getByRole('article').filter({ hasText: name });
  const view = row.getByRole('link', { name: `View ${name} (opens in a new tab)` });
  await expect(view).toHaveAttribute('target', '_blank');
  await expect(row.getByRole('button', { name: /^Preview/ })).toHaveCount(0);
  // stable, for the context menu and the middle button: the preview is created when it is opened
  await expect(view).toHaveAttribute('href', `/dashboard/preview/services/${made?.id}`);
  expect((await page.request.get(`/services/${slug}`)).status()).toBe(404);

  const tab = await openPreview(page, name);
  await expect(tab.getByRole('note', { name: 'Draft preview' })).toContainText('not public');
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(tab.getByText('One chip')).toBeVisible();
  await expect(tab).toHaveTitle(/^Draft preview/);
  await expect(tab.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(tab.locator('link[rel=canonical], script[type="application/ld+json"]')).toHaveCount(0);

  // a visitor without an account; no cache stores the page
  const visitor = await newContext({ baseURL: product.url });
  const response = await visitor.request.get(tab.url());
  expect(response.status()).toBe(200);
  expect(response.headers()).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
  await admin.from('services').update({ short_pitch: 'A pitch that was mended' }).eq('slug', slug);
  expect(await (await visitor.request.get(tab.url())).text()).toContain('A pitch that was mended');

  // like the public page: a request made from it is a lead about this service
  await tab.getByRole('button', { name: 'Request a Proposal' }).first().click();
  await tab.getByLabel('Name').fill('Ana of the preview');
  await tab.getByLabel('Email').fill('ana@preview.example');
  await tab.getByRole('dialog').getByRole('button').last().click();
  await expect(tab.getByText('Success!')).toBeVisible();
  const { data: lead } = await admin.from('leads').select().eq('email', 'ana@preview.example').single();
  expect(lead?.service_id).toBe(made?.id);

  // one changed character, and an expired address
  const [seconds, ...rest] = new URL(tab.url()).pathname.split('/').at(-1)?.split('.') ?? [];
  for (const token of [[Number(seconds) + 1, ...rest].join('.'), 'nothing', ['1', ...rest].join('.')]) {
    const refused = await visitor.request.get(`/preview/services/${token}`);
    expect(refused.status()).toBe(404);
    expect(refused.headers()['cache-control']).toBe('private, no-store');
    expect(await refused.text()).toContain('This preview has expired');
  }
  await admin.from('leads').delete().eq('email', 'ana@preview.example');
  await admin.from('services').delete().eq('slug', slug);
});

test('G-30 apps and posts have one too, in their editors as well; what is not saved is not in it @audit', async ({
  page,
  product,
}) => {
  const admin = product.admin;
  const slug = `preview-${Date.now()}`;
  const [{ data: app }, { data: post }] = await Promise.all([
    admin
      .from('apps')
      .insert({ name: `App ${slug}`, slug })
      .select()
      .single(),
    admin
      .from('posts')
      .insert({ title: `Post ${slug}`, slug, body: '## A heading\n\nText.' })
      .select()
      .single(),
  ]);
  await admin
    .from('app_media')
    .insert({ app_id: app?.id ?? '', url: '/favicon.svg', alt: 'A plate of the draft' });

  await page.goto('/dashboard/apps');
  const appTab = await openPreview(page, app?.name ?? '');
  await expect(appTab.getByRole('img', { name: 'A plate of the draft' })).toBeAttached();

  await page.goto(`/dashboard/resources/${post?.id}`);
  await page.getByLabel('Title').fill('Another title');
  const [postTab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /^View saved version/ }).click(),
  ]);
  await expect(postTab.getByRole('heading', { level: 1 })).toHaveText(post?.title ?? '');
  await expect(postTab.getByRole('heading', { level: 2, name: 'A heading' })).toBeVisible();
  await admin.from('apps').delete().eq('slug', slug);
  await admin.from('posts').delete().eq('slug', slug);
});

test('G-30 if a preview cannot be signed, its tab says why', async ({ page, product }) => {
  const admin = product.admin;
  const slug = `preview-${Date.now()}`;
  await admin.from('posts').insert({ title: `Post ${slug}`, slug });
  await page.goto('/dashboard/resources');
  await expect(page.getByRole('link', { name: `View Post ${slug}` })).toBeVisible();
  await admin.from('posts').delete().eq('slug', slug);
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: `View Post ${slug}` }).click({ button: 'middle' }),
  ]);
  await expect(tab.getByRole('alert')).toContainText("There's nothing to preview");
});
