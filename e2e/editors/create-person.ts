import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Locator } from '@playwright/test';
import { accountPassword, makeOwner, type Account } from '../product/accounts.ts';
import type { KillableProduct, Outage } from './killable-product.ts';
import { openDevice, type Device } from './open-device.ts';

export interface Word {
  text: string;
  typedAt: number;
}

/** A record that everyone edits. */
export interface EditedService {
  id: string;
  name: string;
}

export type ActName = keyof Awaited<ReturnType<typeof createPerson>>['acts'];

interface PersonOptions {
  server: KillableProduct;
  services: readonly EditedService[];
  /** letters with which their words begin */
  mark: string;
  folder: string;
  /** a number from 0 to below 1 */
  random: () => number;
  longestResponseMs: number;
}

/** Someone who edits the services in a browser, and the words that appeared in a field when they typed. */
export async function createPerson(options: PersonOptions) {
  const { server, services, mark, folder, random, longestResponseMs } = options;
  /** From a key to the server at most: three seconds, the request before, which may be repeated, and its own. */
  const onServerMs = 3_000 + 2 * longestResponseMs;
  const account: Account = await makeOwner(server.product, `Person ${mark.toUpperCase()}`);
  const words: Word[] = [];
  const known = new Set<string>();
  const crashes: { at: number; isPage: boolean }[] = [];
  const unreachable: Outage[] = [];
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  let typed = 0;
  let renames = 0;
  let devices = 0;
  let service = services[0]!;
  let device: Device;

  const path = () => `${server.url}/dashboard/services/${service.id}`;
  const button = (name: string | RegExp) => device.page.getByRole('button', { name }).first();
  const newProfile = () => join(folder, `${mark}-${(devices += 1)}`);

  function noteTyped(text: string): void {
    for (const [word] of text.matchAll(new RegExp(`\\b${mark}\\d+\\.`, 'g'))) {
      if (known.has(word)) continue;
      known.add(word);
      words.push({ text: word, typedAt: Date.now() });
    }
  }

  async function open(profile: string): Promise<void> {
    device = await openDevice({ profile, longestResponseMs, random, onTyped: noteTyped });
    await device.page.goto(path());
  }

  async function signIn(): Promise<void> {
    const { page } = device;
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(accountPassword);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(/\/dashboard/);
    await page.goto(path());
  }

  /** Takes the service out of the trash, if the other person does not. */
  async function restore(): Promise<void> {
    await device.page.goto(`${server.url}/dashboard/trash`);
    await button(`Restore ${service.name}`).click({ timeout: 8_000 });
    await device.page.getByText('Restored', { exact: true }).waitFor();
  }

  /** What the page shows instead of the editor; does what leads to it. */
  async function goOn(): Promise<void> {
    const { page } = device;
    const { pathname } = new URL(page.url());
    if (pathname === '/auth') await signIn();
    else if (!pathname.startsWith('/dashboard/services/')) await page.goto(path());
    else if (await button('Edit here instead').isVisible()) await button('Edit here instead').click();
    else if (await button('Retry').isVisible()) await button('Retry').click();
    else if (await page.getByRole('heading', { name: 'Not found' }).isVisible()) {
      await restore();
      await page.goto(path());
    } else await wait(100);
  }

  /** Until the dashboard is loaded, nothing is sent. A page that does not get further is reloaded. */
  async function waitForEditor(field: Locator): Promise<void> {
    const loading = { from: Date.now(), to: Infinity };
    unreachable.push(loading);
    for (let reloadAt = Date.now() + 20_000; !(await field.isVisible());) {
      if (Date.now() > reloadAt) {
        reloadAt += 20_000;
        await device.page.reload();
      }
      if (Date.now() > loading.from + 60_000) {
        const shown = await device.page.locator('body').innerText();
        throw new Error(`no editor on ${device.page.url()}, but: ${shown.replaceAll(/\s+/g, ' ')}`);
      }
      await goOn();
    }
    for (const outage of unreachable) outage.to = Math.min(outage.to, Date.now());
  }

  /** The text of the service in the editor, after what was asked there is answered. */
  async function openEditor(): Promise<Locator> {
    const field = device.page.getByRole('textbox', { name: 'Description', exact: true });
    if (!(await field.isVisible())) await waitForEditor(field);
    const asNew = button(/^Save mine as a new/);
    if (await asNew.isVisible()) {
      if (random() < 0.3) await asNew.click();
      else {
        await restore();
        await device.page.goto(path());
      }
      return openEditor();
    }
    const offered = button('Continue with it');
    if (await offered.isVisible()) await offered.click();
    const choice = button(random() < 0.8 ? 'Keep mine' : 'Use theirs');
    while (await choice.isVisible()) await choice.click();
    return field;
  }

  async function saveWithKey(): Promise<void> {
    await (await openEditor()).press('Control+s');
  }

  async function publish(): Promise<void> {
    await openEditor();
    const publishing = button(/^(Publish|Schedule) changes$/);
    if (await publishing.isVisible()) return publishing.click();
    await device.page.getByRole('switch', { name: 'Published' }).check();
    await saveWithKey();
  }

  const acts = {
    async type(): Promise<void> {
      const field = await openEditor();
      // in their own paragraph, or where the other person may write too
      const own = random() < 0.85 ? `${mark}:` : '';
      const isBegun = await field.evaluate((element, start) => {
        const area = element as HTMLTextAreaElement;
        const lines = area.value.split('\n');
        const line = lines.findIndex((each) => each.startsWith(start));
        const end = line < 0 ? area.value.length : lines.slice(0, line + 1).join('\n').length;
        area.focus();
        area.setSelectionRange(end, end);
        return line >= 0;
      }, own);
      const { keyboard } = device.page;
      if (!isBegun) await keyboard.type(`\n\n${own} `);
      for (let count = between(1, 8); count > 0; count -= 1) {
        await keyboard.type(` ${mark}${(typed += 1)}.`, { delay: 20 });
      }
    },
    save: saveWithKey,
    publish,
    async schedule(): Promise<void> {
      await openEditor();
      const due = new Date(Date.now() + between(60, 120) * 1_000);
      const [day = '', time = ''] = due
        .toLocaleString('sv', { timeZone: 'America/Toronto', dateStyle: 'short', timeStyle: 'short' })
        .split(' ');
      await device.page.getByLabel('Publish on').fill(day);
      await device.page.getByLabel(/^Time \(/).fill(time);
      await publish();
    },
    async rename(): Promise<void> {
      await openEditor();
      await device.page.getByLabel('Web address').fill(`${mark}-renamed-${(renames += 1)}`);
      await saveWithKey();
    },
    async trash(): Promise<void> {
      await device.page.goto(`${server.url}/dashboard/services`);
      await button(`Delete ${service.name}`).click();
      await button('Delete service').click();
      await device.page.getByText('Deleted', { exact: true }).waitFor();
    },
    async changeService(): Promise<void> {
      service = services[(services.indexOf(service) + 1) % services.length]!;
      await device.page.goto(path());
    },
    async reload(): Promise<void> {
      await device.page.reload();
    },
    async crashPage(): Promise<void> {
      crashes.push({ at: Date.now(), isPage: true });
      await device.crashPage();
      await device.page.goto(path());
    },
    async crashBrowser(): Promise<void> {
      crashes.push({ at: Date.now(), isPage: false });
      await device.kill();
      await open(join(folder, `${mark}-${devices}`));
    },
    async loseDevice(): Promise<void> {
      crashes.push({ at: Date.now(), isPage: false });
      await device.kill();
      await open(newProfile());
    },
    async endSession(): Promise<void> {
      const { auth } = account.client;
      const { error } = await auth.signInWithPassword({ email: account.email, password: accountPassword });
      if (error) throw error;
      unreachable.push({ from: Date.now(), to: Infinity });
      await auth.signOut({ scope: 'global' });
    },
  };

  /** Whether a word may be lost: a crash came before it had to be on the device, or on the server. */
  function isExcused({ typedAt }: Word): boolean {
    return crashes.some(({ at, isPage }) => {
      if (isPage) return typedAt <= at && at - typedAt < 1_000;
      let since = at - onServerMs;
      for (const { from, to } of [...server.outages, ...unreachable].toSorted((a, b) => b.from - a.from)) {
        if (from < at && to > since) since = from - onServerMs;
      }
      return typedAt <= at && typedAt > since;
    });
  }

  await open(newProfile());
  return {
    words,
    acts,
    isExcused,
    /** Opens each service once more, so that the server gets what is only on the device. */
    async end(): Promise<void> {
      for (const each of services) {
        service = each;
        // a lost response may interrupt it
        for (let isOpen = false; !isOpen;) {
          isOpen = await device.page
            .goto(path())
            .then(openEditor)
            .then(
              () => true,
              () => false,
            );
        }
        await wait(onServerMs);
      }
    },
    readDevice: () => device.page.evaluate(() => Object.values({ ...localStorage }).join('\n')),
    close: () => device.kill(),
  };
}
