import { findHeadless } from '../run/find-chromium.mjs';

/**
 * How tests, the audit and the pictures start their browser, for Playwright's `launch`. Hinting moves letters to
 * whole pixels, as no phone does: without it a headless shell draws what the whole browser draws.
 */
export function launchOptions(): { executablePath: string; args: string[] } {
  const executablePath = findHeadless();
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
    ],
  };
}
