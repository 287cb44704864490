import { expect } from '../product/fixture.ts';
import { defineScreens, rare, type Step } from './screen.ts';
import { served } from './public-screens.ts';
import * as step from './state-steps.ts';

/** Hydrated: from now on the form is sent by script. */
function seeSubmit(name: string): Step {
  return ({ page }) => expect(page.getByRole('button', { name })).toHaveAttribute('type', 'submit');
}

const signIn = [step.visit, seeSubmit('Sign In')];
const signUp = [...signIn, step.press('Sign Up', 'tab'), step.seeRole('textbox', 'Full Name')];
const scripts = '**/assets/*.js';

/** The door to the dashboard, before anybody is signed in. */
export const authScreens = defineScreens({
  '/auth': {
    'sign in': signIn,
    'sign up': signUp,
    'errors and a toast': [...signUp, step.press('Sign Up'), step.see('There is a problem'), step.holdToast],
    'problem in the address': rare(
      step.visitAt('#error=access_denied&error_code=otp_expired'),
      step.within('main', step.see('This link has expired')),
      step.holdToast,
    ),
  },
  '/auth?owner': {
    'scripts gone': [
      ({ page }) => page.route(scripts, (route) => route.abort()),
      step.visit,
      // they are fetched at the first touch
      step.pressKey('Tab'),
      step.see("Part of this page didn't load"),
      ({ page }) => page.unroute(scripts),
    ],
  },
  '/auth?token_hash=cut-off&type=recovery': {
    'dead link': [step.visit, step.press('Choose a new password'), step.see('There is a problem')],
  },
  '/auth?token_hash=cut-off&type=invite': {
    invited: rare(step.visit, step.seeRole('button', 'Accept the invitation')),
  },
  '/auth?forgot': {
    ...served,
    'a link was asked for': rare(
      step.fulfill({ '/auth/v1/recover': {} }),
      step.visit,
      seeSubmit('Send me a link'),
      step.fillIn('Email', 'maude@fairlead.example'),
      step.press('Send me a link'),
      step.see("we've emailed a link"),
    ),
  },
  '/auth#owner=x': {
    'set-up link': rare(step.visit, step.see('Use this link to become the owner')),
  },
});
