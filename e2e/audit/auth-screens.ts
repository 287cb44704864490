import { expect } from '../product/fixture.ts';
import { auditedAccount } from './audited-accounts.ts';
import { defineScreens, rareState, type States, type Step } from './screen.ts';
import { servedStates } from './public-screens.ts';
import * as step from './state-steps.ts';

/** Waits for hydration, after which the form is submitted by script. */
function seeSubmit(name: string): Step {
  return ({ page }) => expect(page.getByRole('button', { name })).toHaveAttribute('type', 'submit');
}

const signIn = [step.visit, seeSubmit('Sign In')];
const signUp = [...signIn, step.press('Sign Up', 'tab'), step.seeRole('textbox', 'Full Name')];
const scripts = '**/assets/*.js';

/** The pages of /auth, seen by visitors who are not signed in. */
export const authScreens = defineScreens({
  '/auth': {
    'sign in': signIn,
    'sign up': signUp,
    'errors and a toast': [...signUp, step.press('Sign Up'), step.see('There is a problem'), step.holdToast],
    'problem in the address': rareState(
      step.visitAt('#error=access_denied&error_code=otp_expired'),
      step.within('main', step.see('This link has expired')),
      step.holdToast,
    ),
  },
  '/auth?owner': {
    'scripts gone': [
      ({ page }) => page.route(scripts, (route) => route.abort()),
      step.visit,
      // the scripts are fetched at the first interaction
      step.pressKey('Tab'),
      step.see("Part of this page didn't load"),
      ({ page }) => page.unroute(scripts),
    ],
  },
  '/auth?token_hash=cut-off&type=recovery': {
    'dead link': [step.visit, step.press('Choose a new password'), step.see('There is a problem')],
  },
  '/auth?token_hash=cut-off&type=invite': {
    invited: rareState(step.visit, step.seeRole('button', 'Accept the invitation')),
  },
  '/auth?forgot': {
    ...servedStates,
    'a link was asked for': rareState(
      step.visit,
      seeSubmit('Send me a link'),
      step.fillIn('Email', 'maude@fairlead.example'),
      step.press('Send me a link'),
      step.see("we've emailed a link"),
    ),
  },
  '/auth#owner=x': {
    'set-up link': rareState(step.visit, step.see('Use this link to become the owner')),
  },
});

/** Opens a link with the session of another account. */
const visitLinkOfAnother: Step = async ({ page, path, product }) => {
  const { session } = await auditedAccount(product, 'mallory');
  const { access_token, refresh_token } = session;
  const tokens = { access_token, refresh_token, expires_in: '3600', token_type: 'bearer' };
  await page.goto(`${path}#${String(new URLSearchParams(tokens))}`);
};

/** For visitors who are already signed in. */
export const questionStates: States = {
  // the tokens of a link would replace the session of another account
  'asked before another session is replaced': rareState(
    visitLinkOfAnother,
    step.seeRole('heading', 'Switch to Mallory Reid?'),
  ),
  // a set-up link was opened where an account is signed in
  'asked whether this account is to be the owner': rareState(
    step.visitAt('#owner=0123456789abcdef0123456789abcdef'),
    step.seeRole('heading', /^Make .* the owner\?$/),
  ),
};
