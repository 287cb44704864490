import { UnsecuredJWT } from 'jose';
import { rare, type States } from './screen.ts';
import * as step from './state-steps.ts';

const other = { id: '00000000-0000-4000-8000-00000000000a', email: 'mallory@fairlead.example' };

/** A session of another account as a link carries it; nobody but the page reads it, so nobody signed it. */
function tokensOfAnother(): string {
  const token = new UnsecuredJWT({ email: other.email })
    .setSubject(other.id)
    .setExpirationTime('1 day')
    .encode();
  const session = { access_token: token, refresh_token: 'x', expires_in: '3600', token_type: 'bearer' };
  return String(new URLSearchParams(session));
}

const otherUser = {
  ...other,
  aud: 'authenticated',
  user_metadata: { full_name: 'Mallory Reid' },
  app_metadata: {},
};

/** Of somebody who is signed in already. */
export const questionStates: States = {
  // the tokens of a link would replace the session of another account
  'asked before another session is replaced': rare(
    // one's own session is read with a token that the server knows; the other is answered here
    ({ page }) =>
      page.route(/\/auth\/v1\/user/, (route) =>
        step.accountOf(route) === other.id ? route.fulfill({ json: otherUser }) : route.continue(),
      ),
    step.visitAt(`#${tokensOfAnother()}`),
    step.seeRole('heading', 'Switch to Mallory Reid?'),
  ),
  // a set-up link was opened where an account is signed in
  'asked whether this account is to be the owner': rare(
    step.visitAt('#owner=0123456789abcdef0123456789abcdef'),
    step.seeRole('heading', /^Make .* the owner\?$/),
  ),
};
