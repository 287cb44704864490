import { startDnsServer } from '@fairlead/mail-reader/testing/dns';
import { startSmtpSink } from '@fairlead/backend/testing/fakes';
import { startProduct } from '../product/product.ts';
import { expect, signUpAccount, openAs, test } from '../product/staff.ts';
import { makeOwner } from './team.ts';

test('site health is for owners: the card, the server’s report, and a test message with its signature @audit', async ({
  newContext,
}) => {
  await using dns = await startDnsServer({});
  await using sink = await startSmtpSink();
  await using product = await startProduct({
    SMTP_URL: sink.url,
    MAIL_FROM: 'Fairlead <post@mail.example>',
    DKIM_SELECTOR: 'fairlead',
    DNS_SERVER: dns.address,
    METRICS_TOKEN: 'a-token-of-24-characters',
  });

  const owner = await makeOwner(product);
  const staff = await signUpAccount(product);
  const ask = (method: string, token: string | null) =>
    fetch(`${product.url}/dashboard/health`, {
      method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
  const denied = [null, 'nonsense', product.publishableKey, staff.session.access_token];
  for (const token of [...denied, `${owner.session.access_token}x`]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await ask(method, token);
      expect([401, 403, 405]).toContain(response.status);
      expect(Object.keys((await response.json()) as object)).toEqual(['problem']);
    }
  }
  expect(sink.received).toEqual([]);
  const cookie = await fetch(`${product.url}/dashboard/health`, {
    headers: { cookie: `sb-access-token=${owner.session.access_token}` },
  });
  expect(cookie.status).toBe(401);

  const open = async (account: typeof owner) => {
    const page = await openAs(newContext, product, account);
    await page.goto('/dashboard');
    return page;
  };
  const staffPage = await open(staff);
  const page = await open(owner);
  const card = page.getByRole('region', { name: 'Site health' });
  await expect(
    card.getByRole('heading', { name: 'Emails from mail.example may land in spam' }),
  ).toBeVisible();
  await expect(card).toContainText('Fix these DNS records, which mail servers check: SPF, DKIM and DMARC.');
  await card.locator('summary').press('Enter');
  await expect(card.getByText('fairlead._domainkey.mail.example')).toBeVisible();
  await card.getByRole('button', { name: 'Send a test email' }).press('Enter');
  await expect(page.getByText(`It's on its way to ${owner.email}`)).toBeVisible();
  const mail = await sink.mailTo(owner.email);
  expect(mail.subject).toBe('Test email');
  expect(mail.raw).toMatch(/^DKIM-Signature: .*d=mail\.example;\s+.*s=fairlead/ms);
  await expect(card).toContainText(/Last sent /);
  await expect(staffPage.getByRole('heading', { level: 2, name: 'Quick Actions' })).toBeVisible();
  await expect(staffPage.getByText('Site health')).toHaveCount(0);

  // more than a few test mails could be used to flood a mailbox
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await ask('POST', owner.session.access_token)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect((await fetch(`${product.url}/metrics`)).status).toBe(401);
  const metrics = await fetch(`${product.url}/metrics`, {
    headers: { authorization: 'Bearer a-token-of-24-characters' },
  });
  const text = await metrics.text();
  expect(text).toMatch(/fairlead_database_connections\{pool="caller",state="idle"\} \d/);
  expect(text).toMatch(/fairlead_mail_waiting\{queue="outbox"\} \d/);
  expect(text).toMatch(/fairlead_realtime_sockets \d/);
  expect(text).not.toContain(owner.email);
});
