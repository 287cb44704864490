import type { Page } from '@playwright/test';

/** A screen in one state, as `npm run screenshots` draws it. */
export interface DrawnScreen {
  name: string;
  path: string;
  /** who looks; nobody when not given */
  as?: 'staff' | 'owner';
  /** What answers differently from the beginning. */
  before?: (page: Page) => Promise<void>;
  /** Something is never answered, so nobody can wait for silence. */
  restless?: boolean;
  /** Brings the screen into the state to be drawn. */
  act?: (page: Page) => Promise<void>;
}

async function openProposal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Request a Proposal' }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /menu/i });
  if (await menu.isVisible()) await menu.click();
}

async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form').last().getByRole('button').last().click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

async function chooseSignUp(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').waitFor();
}

export const publicScreens: readonly DrawnScreen[] = [
  { name: 'home', path: '/' },
  { name: 'home-menu', path: '/', act: openMenu },
  { name: 'services', path: '/services' },
  { name: 'service', path: '/services/accessibility-audit' },
  { name: 'service-dialog', path: '/services/accessibility-audit', act: openProposal },
  { name: 'service-missing', path: '/services/nowhere' },
  { name: 'apps', path: '/apps' },
  { name: 'app', path: '/apps/ringcheck' },
  { name: 'resources', path: '/resources' },
  { name: 'article', path: '/resources/ten-minute-keyboard-test' },
  { name: 'contact', path: '/contact' },
  { name: 'contact-errors', path: '/contact', act: submitEmpty },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms', path: '/terms' },
  { name: 'accessibility', path: '/accessibility' },
  { name: 'unknown', path: '/nowhere' },
  { name: 'preview-over', path: '/preview/services/nothing' },
  { name: 'auth', path: '/auth' },
  { name: 'auth-forgot', path: '/auth?forgot' },
  { name: 'auth-link', path: '/auth?token_hash=example&type=recovery' },
  { name: 'auth-sign-up', path: '/auth', act: chooseSignUp },
];
