import { expect } from '../product/fixture.ts';
import { keepToast } from '../product/toasts.ts';
import type { Screen, State } from './combinations.ts';
import { open, press, see, served, showing } from './state-steps.ts';

const signIn: State = {
  name: 'sign in',
  async open(page, path) {
    await page.goto(path);
    // hydrated: from now on the form is sent by script
    await expect(page.getByRole('button', { name: 'Sign In' })).toHaveAttribute('type', 'submit');
  },
};

const signUp: State = {
  name: 'sign up',
  async open(page, path) {
    await signIn.open(page, path);
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await expect(page.getByLabel('Full Name')).toBeVisible();
  },
};

const signUpErrors: State = {
  name: 'errors and a toast',
  async open(page, path) {
    await signUp.open(page, path);
    await press(page, 'Sign Up');
    await see(page, 'There is a problem');
    await keepToast(page);
  },
};

const expiredLink = showing('dead link', 'There is a problem', { presses: ['Choose a new password'] });

const scriptsMissing: State = {
  name: 'scripts gone',
  async open(page, path) {
    const scripts = '**/assets/*.js';
    await page.route(scripts, (route) => route.abort());
    await page.goto(path);
    // The scripts are fetched at the first touch.
    await page.keyboard.press('Tab');
    await expect(page.getByText("Part of this page didn't load")).toBeVisible();
    await page.unroute(scripts);
  },
};

const forgotPassword: State = {
  name: 'a link was asked for',
  async open(page, path) {
    await open(page, path, { '/auth/v1/recover': {} });
    await expect(page.getByRole('button', { name: 'Send me a link' })).toHaveAttribute('type', 'submit');
    await page.getByLabel('Email').fill('maude@fairlead.example');
    await press(page, 'Send me a link');
    await see(page, "we've emailed a link");
  },
};

const invited: State = {
  name: 'invited',
  async open(page, path) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Accept the invitation' })).toBeVisible();
  },
};

const firstOwner = showing('set-up link', 'Use this link to become the owner');

const urlError: State = {
  name: 'problem in the address',
  async open(page, path) {
    await page.goto(`${path}#error=access_denied&error_code=otp_expired`);
    await expect(page.locator('main').getByText('This link has expired')).toBeVisible();
    await keepToast(page);
  },
};

/** The door to the dashboard, before anybody is signed in. */
export const authScreens: Screen[] = [
  { path: '/auth', states: [signIn, signUp, signUpErrors, urlError] },
  { path: '/auth?owner', states: [scriptsMissing] },
  { path: '/auth?token_hash=cut-off&type=recovery', states: [expiredLink] },
  { path: '/auth?token_hash=cut-off&type=invite', states: [invited] },
  { path: '/auth?forgot', states: [served, forgotPassword] },
  { path: '/auth#owner=x', states: [firstOwner] },
];
