import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

const factor = {
  id: '00000000-0000-4000-8000-000000000001',
  friendly_name: 'Phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-12T15:00:00Z',
  updated_at: '2026-11-12T15:00:00Z',
};
const factors = [factor, { ...factor, id: '00000000-0000-4000-8000-000000000002', factor_type: 'webauthn' }];

/** The dashboard of an account that has second factors but has not verified one in this session. */
const codeStep: Step[] = [
  ({ page }) =>
    page.addInitScript((all) => {
      for (const [name, kept] of Object.entries(localStorage)) {
        if (!name.endsWith('-auth-token')) continue;
        const session = JSON.parse(String(kept)) as { user: { factors?: unknown } };
        session.user.factors = all;
        localStorage.setItem(name, JSON.stringify(session));
      }
    }, factors),
  step.visit,
  step.seeRole('heading', "Verify it's you"),
];

/** Between the password and the dashboard. */
export const codeStates: States = {
  'code asked, a wrong one given': rareState(
    step.refuse(/\/auth\/v1\/factors\//, 422, { error_code: 'mfa_verification_failed', msg: 'wrong' }),
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

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Fairlead:maude?secret=${secret}&issuer=Fairlead`;
const enrolled = { id: factor.id, type: 'totp', friendly_name: 'Phone', totp: { qr_code: '', secret, uri } };

/** The security card of Settings while a second factor is set up, and with one. */
export const factorStates: States = {
  'authenticator being set up': [
    step.refuse(/\/auth\/v1\/factors$/, 200, enrolled),
    step.visit,
    ...['Add an authenticator app', 'Continue', 'Turn on'].map((name) => step.press(name)),
    step.see('Enter the 6-digit code from your app'),
  ],
  'recovery codes shown': [
    step.change(/\/auth\/v1\/user$/, (user) => ({ ...user, factors })),
    step.visitWith({
      'rpc/count_recovery_codes': 2,
      'rpc/make_recovery_codes': Array.from({ length: 10 }, (_, index) => `${index}abcdefghijklmno`),
    }),
    step.press('Create new codes'),
    step.inDialog(step.press('Create new codes')),
    step.seeRole('heading', 'Save these codes now'),
  ],
};
