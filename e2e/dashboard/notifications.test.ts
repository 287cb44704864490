import type { Page } from '@playwright/test';
import { findAxeProblems } from '../product/find-axe-problems.ts';
import {
  expect,
  makeLead,
  readConversationPath,
  uniqueLeadName,
  test,
  type Account,
} from '../product/staff.ts';
import { giveRole } from './team.ts';

interface Stubbed {
  shown: { title: string; tag: string; press: () => void }[];
}

/** Replaces the browser's notifications, which no test can click. */
function stubNotifications(page: Page, answer: NotificationPermission) {
  return page.addInitScript((permission) => {
    const shown: Stubbed['shown'] = [];
    class StubNotification extends EventTarget {
      static permission: NotificationPermission = localStorage.getItem('asked') ? permission : 'default';
      static requestPermission(): Promise<NotificationPermission> {
        localStorage.setItem('asked', 'yes');
        StubNotification.permission = permission;
        return Promise.resolve(permission);
      }
      constructor(title: string, { tag = '' }: NotificationOptions = {}) {
        super();
        shown.push({ title, tag, press: () => this.dispatchEvent(new Event('click')) });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: StubNotification, shown });
  }, answer);
}

/** In tests all pages have the focus, until it is taken from them. */
function setFocus(page: Page, isFocused: boolean): Promise<void> {
  return page.evaluate((focused) => {
    document.hasFocus = () => focused;
    window.dispatchEvent(new Event(focused ? 'focus' : 'blur'));
  }, isFocused);
}

const titles = (page: Page) =>
  page.evaluate(() => (window as unknown as Stubbed).shown.map(({ title }) => title));

test('B-250 how often to email and days away are saved for this account, and a day before the first is refused; if the browser refuses notifications, a sentence explains what to change', async ({
  page,
  account,
  product,
}) => {
  await stubNotifications(page, 'denied');
  await page.goto('/dashboard/settings#notifications');
  const card = page.getByRole('region', { name: 'Notifications' });
  await expect(card.getByRole('radio', { name: 'A few times a day' })).toBeChecked();
  // In dark mode browsers fill an unchecked one with a light grey.
  const unchecked = card.getByRole('radio', { name: 'Once a day' });
  const look = (element: Element) => {
    const { appearance, borderRadius } = getComputedStyle(element);
    return { appearance, borderRadius };
  };
  expect(await unchecked.evaluate(look)).toEqual({ appearance: 'none', borderRadius: '50%' });
  expect(await findAxeProblems(page, [390, 1280], '[aria-labelledby=notifications]')).toEqual([]);
  await unchecked.check();
  await card.getByLabel('First day away').fill('2026-12-24');
  await card.getByLabel('Last day away').fill('2026-12-23');
  await card.getByRole('button', { name: 'Save notification settings' }).click();
  await expect(card.getByLabel('Last day away')).toBeFocused();
  await expect(card.getByText('Enter a last day on or after the first day')).toBeVisible();
  await card.getByLabel('Last day away').fill('2027-01-03');
  await card.getByRole('button', { name: 'Save notification settings' }).click();
  await expect(page.locator('.toast')).toContainText('Notification settings saved');
  const { data } = await product.admin
    .from('profiles')
    .select('full_name, mail_frequency, away_from, away_until')
    .eq('id', account.session.user.id)
    .single();
  expect(data).toEqual({
    full_name: 'Maude Tremblay-Okoye',
    mail_frequency: 'daily',
    away_from: '2026-12-24',
    away_until: '2027-01-03',
  });
  await page.reload();
  await expect(card.getByRole('radio', { name: 'Once a day' })).toBeChecked();
  await expect(card.getByLabel('Last day away')).toHaveValue('2027-01-03');

  const desktop = page.getByRole('switch', { name: 'Desktop notifications' });
  await desktop.click();
  await expect(desktop).not.toBeChecked();
  await expect(page.getByText('Your browser is blocking notifications.')).toBeVisible();
});

/** The reply to a join of the account's channel; a refused one is joined again later. */
const joined = ({ session }: Account) =>
  new RegExp(`realtime:account:${session.user.id}.{0,40}"status":"ok"`);

/** Returns a function that returns all that sockets opened from now on have received. */
function collectFrames(page: Page): () => string {
  let text = '';
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (text += String(payload))));
  return () => text;
}

test('B-250 B-416 desktop notifications are off until switched on; two answers within seconds are two; one names who wrote and opens their lead', async ({
  page,
  account,
  product,
}) => {
  await giveRole(product, account, 'agent');
  await stubNotifications(page, 'granted');
  const received = collectFrames(page);
  await page.goto('/dashboard/settings');
  const desktop = page.getByRole('switch', { name: 'Desktop notifications' });
  await expect(desktop).not.toBeChecked();
  await desktop.click();
  await expect(desktop).toBeChecked();
  await expect.poll(received).toMatch(joined(account));
  await setFocus(page, false);
  const mine = await makeLead(product, { assignee_id: account.session.user.id });
  const token = (await readConversationPath(product, mine.id)).split('/').at(-1) ?? '';
  for (const message of ['Could it be Friday?', 'Or Monday, if that is easier.']) {
    const { data } = await product.visitor().rpc('answer_conversation', { token, message }).throwOnError();
    expect(data).toBe('sent');
  }
  const answers = async () => (await titles(page)).filter((title) => title.includes(mine.name));
  await expect.poll(answers).toHaveLength(2);

  const name = uniqueLeadName('Noor');
  await product.visitor().from('leads').insert({ name, email: 'nora@okafor.example' }).throwOnError();
  await expect.poll(() => titles(page)).toContain(`New lead: ${name}`);
  await page.evaluate(
    (title) => (window as unknown as Stubbed).shown.find((one) => one.title === title)?.press(),
    `New lead: ${name}`,
  );
  await expect(page).toHaveURL(/\/dashboard\/messages\?person=[0-9a-f-]{36}#lead-/);
  await expect(page.getByRole('heading', { level: 2, name, exact: true }).first()).toBeVisible();
});

test('B-250 one of two tabs shows each notification, and none while one of them is focused', async ({
  page,
  context,
  account,
  product,
}) => {
  await giveRole(product, account, 'agent');
  const other = await context.newPage();
  const tabs = [page, other];
  for (const tab of tabs) {
    await stubNotifications(tab, 'granted');
    await tab.goto('/dashboard/settings');
  }
  await page.getByRole('switch', { name: 'Desktop notifications' }).click();
  const received = new Map(tabs.map((tab) => [tab, collectFrames(tab)]));
  await Promise.all(tabs.map((tab) => tab.reload()));
  await expect(other.getByRole('switch', { name: 'Desktop notifications' })).toBeChecked();
  for (const tab of tabs) {
    await expect.poll(() => received.get(tab)?.()).toMatch(joined(account));
    await setFocus(tab, false);
  }
  const shown = async () => (await Promise.all(tabs.map(titles))).flat().toSorted();
  async function sendLead(name: string): Promise<string> {
    await product.visitor().from('leads').insert({ name, email: 'nora@okafor.example' }).throwOnError();
    const { data } = await product.admin.from('leads').select('id').eq('name', name).single();
    for (const tab of tabs) {
      await expect.poll(() => received.get(tab)?.()).toContain(data?.id);
      // after the request that it sends when the event arrives
      await tab.evaluate(() => navigator.locks.query());
    }
    return `New lead: ${name}`;
  }
  const [first, unseen, last] = [uniqueLeadName('Noor'), uniqueLeadName('Maya'), uniqueLeadName('Omar')];
  const expected = [await sendLead(first)];
  await expect.poll(shown).toEqual(expected);
  await setFocus(other, true);
  await sendLead(unseen);
  await setFocus(other, false);
  expected.push(await sendLead(last));
  await expect.poll(shown).toEqual(expected);
  // whichever tab has shown them
  await page.close();
  tabs.shift();
  const before = await shown();
  const next = await sendLead(uniqueLeadName('Zoe'));
  await expect.poll(shown).toEqual([...before, next]);
});
