import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { browserLaunchOptions } from '../product/find-chromium.mjs';

/** A browser with its profile on the disk, which continues after a crash. */
export interface Device {
  page: Page;
  /** Ends the page's process, as when it runs out of memory; `page` is then another one. */
  crashPage(): Promise<void>;
  /** Ends the browser, which writes nothing more to the disk. */
  kill(): Promise<void>;
}

interface DeviceOptions {
  profile: string;
  longestResponseMs: number;
  /** A number from 0 to below 1 */
  random: () => number;
  /** Called with the text of a field after each key. */
  onTyped: (text: string) => void;
}

/** Requests for data are delayed; the response of every tenth never arrives. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { profile, longestResponseMs, random, onTyped } = options;
  await mkdir(profile, { recursive: true });
  const launchOptions = browserLaunchOptions();
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    // each page has a process, which can crash alone
    args: launchOptions.args.filter((argument) => !argument.startsWith('--renderer-process-limit')),
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
  });
  context.setDefaultTimeout(20_000);
  await context.route(/\/rest\/v1\//, async (route) => {
    // mostly short
    const delayMs = random() ** 2 * longestResponseMs;
    const beforeMs = random() * delayMs;
    await wait(beforeMs);
    const response = await route.fetch().catch(() => null);
    await wait(delayMs - beforeMs);
    const end = response && random() > 0.1 ? route.fulfill({ response }) : route.abort();
    await end.catch(() => undefined);
  });
  await context.exposeBinding('noteTyped', (_source, text: string) => onTyped(text));
  await context.addInitScript(() => {
    addEventListener(
      'input',
      ({ target, isTrusted }) => {
        if (isTrusted) Reflect.get(self, 'noteTyped')((target as HTMLTextAreaElement).value);
      },
      { capture: true },
    );
  });
  const device: Device = {
    page: context.pages()[0] ?? (await context.newPage()),
    async crashPage() {
      const crashed = device.page;
      const crash = crashed.waitForEvent('crash');
      await crashed.goto('chrome://crash').catch(() => undefined);
      await crash;
      device.page = await context.newPage();
      await crashed.close().catch(() => undefined);
    },
    async kill() {
      for (const pid of findProcesses(`--user-data-dir=${profile}`)) process.kill(pid, 'SIGKILL');
      await context.close().catch(() => undefined);
    },
  };
  return device;
}

/** The processes that were started with this argument (Linux). */
function findProcesses(argument: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
      } catch {
        // it has ended
        return false;
      }
    })
    .map(Number);
}
