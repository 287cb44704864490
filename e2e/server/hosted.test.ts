import type { Program } from '@fairlead/backend/testing';
import { startCommand } from '../product/command.ts';
import { expect, test } from '../product/fixture.ts';
import { findFreePort, startProduct, type Product } from '../product/product.ts';
import { uniqueLeadName } from '../product/staff.ts';

/** The site with an external project (SUPABASE_URL), which a second instance of our own backend simulates. */
const keys = {
  PUBLISHABLE_KEY: 'sb_publishable_e2e_0123456789abcdef',
  SECRET_KEY: 'sb_secret_e2e_0123456789abcdef',
};

test.describe('the site on a hosted project', () => {
  let project: Product;
  let site: Program;
  let siteUrl: string;

  test.beforeAll(async () => {
    project = await startProduct();
    const port = await findFreePort();
    siteUrl = `http://localhost:${port}`;
    site = startCommand(['server/commands/main.ts', 'start'], {
      PORT: String(port),
      SUPABASE_URL: project.url,
      SIGN_UP: 'open',
      ...keys,
    });
    await site.waitForOutput(/Owner .*\n/);
  });
  test.afterAll(async () => {
    site.process.kill('SIGTERM');
    await site.exited;
    await project.stop();
  });

  test('pages come from that project, and the site speaks no protocol of its own', async () => {
    const page = await fetch(`${siteUrl}/services`);
    expect(await page.text()).toContain('Accessibility Audit');
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${project.url} `);
    expect((await fetch(`${siteUrl}/rest/v1/services`)).status).toBe(404);
    expect(site.output()).toContain(`Data       ${project.url} (SUPABASE_URL)`);
  });

  test('P-181 content that is unpublished in the hosted project disappears from the site within a second', async () => {
    const slug = 'accessibility-audit';
    const seen = async (): Promise<boolean> =>
      (await (await fetch(`${siteUrl}/services`)).text()).includes(slug);
    expect(await seen()).toBe(true);
    const { error } = await project.admin.from('services').update({ is_published: false }).eq('slug', slug);
    expect(error).toBeNull();
    await expect.poll(seen, { timeout: 8_000, intervals: [100] }).toBe(false);
  });

  test('B-14 B-30 a person signs up, receives leads and uploads: the browser talks to that origin', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${siteUrl}/auth`);
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Full Name').fill('Noor Ali');
    await page.getByLabel('Email').fill('noor@ali.example');
    await page.getByLabel('Password', { exact: true }).fill('a long enough word');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(`${siteUrl}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked.some((url) => url.startsWith(`${project.url}/auth/v1/signup`))).toBe(true);
    expect(asked.filter((url) => url.startsWith(`${siteUrl}/auth/v1`))).toEqual([]);

    // The inbox receives events across origins, and an uploaded picture is stored and loaded there.
    await page.goto(`${siteUrl}/dashboard/messages`);
    await expect(page.getByRole('article').first()).toBeVisible();
    const name = uniqueLeadName('Across');
    await expect(async () => {
      await project.visitor().from('leads').insert({ name, email: 'ana@roy.example' });
      await expect(page.getByRole('button', { name: /new lead/ })).toContainText(/new lead/, {
        timeout: 1_000,
      });
    }).toPass();
    await page.getByRole('link', { name: 'Media' }).click();
    await page.getByRole('button', { name: 'Add Media' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add media' });
    await dialog.locator('input[type=file]').setInputFiles('site/public/samples/ringcheck-ticket.webp');
    await dialog.getByLabel('Belongs to').selectOption({ label: 'Leadline' });
    await dialog.getByRole('textbox', { name: /^Description of/ }).fill(name);
    await dialog.getByRole('button', { name: /^Add.*image/ }).click();
    const picture = page.getByRole('img', { name });
    await expect(picture).toHaveAttribute(
      'src',
      new RegExp(`^${project.url}/storage/v1/object/public/pictures/`),
    );
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });

  test('the data is out of reach: every page responds with 503 with its face, a retry and a phone number, and no stack @audit', async ({
    page,
  }) => {
    await project.stop();
    const paths = ['/', '/services', '/services/winning-websites', '/apps', '/resources', '/privacy'];
    // All at once, because each retries for some seconds. A cached page may be kept for one second more.
    const statuses = () => Promise.all(paths.map(async (path) => (await fetch(siteUrl + path)).status));
    await expect.poll(statuses, { timeout: 60_000 }).toEqual(paths.map(() => 503));
    const response = await page.goto(`${siteUrl}/services/winning-websites`);
    expect(response?.headers()['x-robots-tag']).toBe('noindex');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("We'll be right back");
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const main = page.locator('main');
    await expect(main.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      '/services/winning-websites',
    );
    await expect(main.getByRole('link', { name: '1-800-555-0199' })).toBeVisible();
    expect(await response?.text()).not.toMatch(/ECONNREFUSED|fetch failed|at .*\.ts:\d/);
    // A page without data still works, and hydrates.
    expect((await page.goto(`${siteUrl}/terms`))?.status()).toBe(200);
  });
});
