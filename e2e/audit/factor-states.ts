import type { Page } from '@playwright/test';
import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';
import { open, press, see } from './state-steps.ts';

const factor = {
  id: '00000000-0000-4000-8000-000000000001',
  friendly_name: 'Phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-12T15:00:00Z',
  updated_at: '2026-11-12T15:00:00Z',
};
const key = { ...factor, id: '00000000-0000-4000-8000-000000000002', factor_type: 'webauthn' };

/** The dashboard of somebody who has second factors and has shown none of them. */
async function openCodeStep(page: Page, path: string): Promise<void> {
  await page.addInitScript(
    (factors) => {
      for (const [name, kept] of Object.entries(localStorage)) {
        if (!name.endsWith('-auth-token')) continue;
        const session = JSON.parse(String(kept)) as { user: { factors?: unknown } };
        session.user.factors = factors;
        localStorage.setItem(name, JSON.stringify(session));
      }
    },
    [factor, key],
  );
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: "Verify it's you" })).toBeVisible();
}

/** Between the password and the dashboard. */
export const codeStates: State[] = [
  {
    name: 'code asked, a wrong one given',
    ownPage: true,
    async open(page, path) {
      await page.route(/\/auth\/v1\/factors\//, (route) =>
        route.fulfill({ status: 422, json: { error_code: 'mfa_verification_failed', msg: 'wrong' } }),
      );
      await openCodeStep(page, path);
      await page.getByLabel('Code').fill('12');
      await page.keyboard.press('Enter');
      await expect(page.getByText("That code isn't right")).toBeVisible();
    },
  },
  {
    name: 'recovery code asked',
    ownPage: true,
    async open(page, path) {
      await openCodeStep(page, path);
      await press(page, 'Use a recovery code');
      await page.getByLabel('Recovery code').press('Enter');
      await see(page, 'Enter one of your recovery codes');
    },
  },
];

/** The security card of Settings while a second factor is set up, and with one. */
export const factorStates: State[] = [
  {
    name: 'authenticator being set up',
    async open(page, path) {
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
      const uri = `otpauth://totp/Fairlead:maude?secret=${secret}&issuer=Fairlead`;
      await page.route(/\/auth\/v1\/factors$/, (route) =>
        route.fulfill({
          json: { id: factor.id, type: 'totp', friendly_name: 'Phone', totp: { qr_code: '', secret, uri } },
        }),
      );
      await page.goto(path);
      for (const button of ['Add an authenticator app', 'Continue', 'Turn on']) await press(page, button);
      await see(page, 'Enter the 6-digit code from your app');
    },
  },
  {
    name: 'recovery codes shown',
    async open(page, path) {
      await page.route(/\/auth\/v1\/user$/, async (route) => {
        const response = await route.fetch();
        const user = (await response.json()) as object;
        await route.fulfill({ response, json: { ...user, factors: [factor, key] } });
      });
      const codes = Array.from({ length: 10 }, (_, index) => `${index}abcdefghijklmno`);
      await open(page, path, { 'rpc/count_recovery_codes': 2, 'rpc/make_recovery_codes': codes });
      await press(page, 'Create new codes');
      await press(page.getByRole('dialog'), 'Create new codes');
      await expect(page.getByRole('heading', { name: 'Save these codes now' })).toBeVisible();
    },
  },
];
