import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/** The dashboard of an account that has second factors but has not verified one in this session. */
const codeStep: Step[] = [
  step.signInAs('without its second factor'),
  step.visit,
  step.seeRole('heading', "Verify it's you"),
];

/** Between the password and the dashboard. */
export const codeStates: States = {
  'code asked, a wrong one given': rareState(
    ...codeStep,
    step.fillIn('Code', '12'),
    step.pressKey('Enter'),
    step.see("That code isn't right"),
  ),
  'recovery code asked': rareState(
    ...codeStep,
    step.press('Use a recovery code'),
    ({ page }) => page.getByLabel('Recovery code').press('Enter'),
    step.see('Enter one of your recovery codes'),
  ),
};

/** Secrets are different each time, so pictures of them could not be compared. */
const hideSecret: Step = async ({ page }) => {
  const secret = page.locator('section:has(> h4) div:has(> svg)');
  await secret.locator('svg path').evaluate((path) => path.setAttribute('d', 'M4 4h30v30h-30z'));
  await secret
    .locator('p')
    .last()
    .evaluate((key) => (key.textContent = 'JBSW Y3DP EHPK 3PXP '.repeat(2)));
};

const hideCodes: Step = ({ page }) =>
  page.locator('[aria-labelledby=codes-title] li').evaluateAll((codes) => {
    for (const code of codes) code.textContent = '0abcde-fghijk-lmno';
  });

/** The security card of Settings while a second factor is set up, and with one. */
export const factorStates: States = {
  'authenticator being set up': [
    step.visit,
    ...['Add an authenticator app', 'Continue', 'Turn on'].map((name) => step.press(name)),
    step.see('Enter the 6-digit code from your app'),
    hideSecret,
  ],
  'recovery codes shown': [
    step.signInAs('with recovery codes'),
    step.visit,
    step.press('Create new codes'),
    step.inDialog(step.press('Create new codes')),
    step.seeRole('heading', 'Save these codes now'),
    hideCodes,
  ],
};
