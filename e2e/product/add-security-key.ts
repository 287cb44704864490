import type { BrowserContext, Page } from '@playwright/test';

/** Adds a virtual USB key to Chromium, which confirms every request. */
export async function addSecurityKey(
  context: BrowserContext,
  page: Page,
): Promise<{ countKeys(): Promise<number> }> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  });
  return {
    async countKeys() {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.length;
    },
  };
}
