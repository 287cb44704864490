import { expect } from '../product/fixture.ts';
import type { State } from './combinations.ts';

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const other = { id: '00000000-0000-4000-8000-00000000000a', email: 'mallory@fairlead.example' };

/** A session of another account as a link carries it; nobody but the page reads it, so nobody signed it. */
function tokensOfAnother(): string {
  const token = [
    base64url({ alg: 'HS256', typ: 'JWT' }),
    base64url({ sub: other.id, email: other.email, exp: Math.floor(Date.now() / 1000) + 3600 }),
    base64url({}),
  ].join('.');
  return String(
    new URLSearchParams({
      access_token: token,
      refresh_token: 'x',
      expires_in: '3600',
      token_type: 'bearer',
    }),
  );
}

/** The tokens of a link would replace the session of another account. */
export const switchAsked: State = {
  name: 'asked before another session is replaced',
  async open(page, path) {
    // one's own session is read with a token that the server knows; the other is answered here
    await page.route(/\/auth\/v1\/user/, async (route) => {
      const bearer = route.request().headers()['authorization'] ?? '';
      const [, claims = ''] = bearer.split('.');
      const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as { sub?: string };
      if (sub !== other.id) return route.continue();
      return route.fulfill({
        json: {
          ...other,
          aud: 'authenticated',
          user_metadata: { full_name: 'Mallory Reid' },
          app_metadata: {},
        },
      });
    });
    await page.goto(`${path}#${tokensOfAnother()}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Switch to Mallory Reid?' })).toBeVisible();
  },
};

/** A set-up link was opened where an account is signed in. */
export const ownerAsked: State = {
  name: 'asked whether this account is to be the owner',
  async open(page, path) {
    await page.goto(`${path}#owner=0123456789abcdef0123456789abcdef`);
    await expect(page.getByRole('heading', { level: 1, name: /^Make .* the owner\?$/ })).toBeVisible();
  },
};
