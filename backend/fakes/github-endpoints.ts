import type { Hono } from 'hono';

export interface ProviderUser {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string | undefined;
  [claim: string]: unknown;
}

interface ProviderState {
  consent(query: (name: string) => string | undefined, iss: string | undefined): string;
  consumeCode(form: Record<string, unknown>, basic: string | undefined): { user: ProviderUser } | undefined;
  accessTokenFor(user: ProviderUser): string;
  userOf(authorization: string | undefined): ProviderUser | undefined;
}

/** All on one host, as in the Enterprise edition. */
export function githubEndpoints(app: Hono, provider: ProviderState): void {
  app.get('/login/oauth/authorize', (c) =>
    c.redirect(provider.consent((name) => c.req.query(name), undefined)),
  );

  app.post('/login/oauth/access_token', async (c) => {
    const grant = provider.consumeCode(await c.req.parseBody(), c.req.header('authorization'));
    // Like github, which responds to errors with status 200.
    if (!grant) return c.json({ error: 'bad_verification_code', error_description: 'The code is incorrect' });
    return c.json({
      access_token: provider.accessTokenFor(grant.user),
      token_type: 'bearer',
      scope: 'user:email',
    });
  });

  app.get('/api/v3/user', (c) => {
    const user = provider.userOf(c.req.header('authorization'));
    if (!user) return c.json({ message: 'Bad credentials' }, 401);
    const { sub, name } = user;
    return c.json({
      id: Number(sub),
      login: `login-${sub}`,
      name,
      email: null,
      avatar_url: 'https://a.example/a',
    });
  });

  app.get('/api/v3/user/emails', (c) => {
    const user = provider.userOf(c.req.header('authorization'));
    if (!user) return c.json({ message: 'Bad credentials' }, 401);
    const own = { email: user.email, primary: true, verified: user.email_verified ?? false };
    return c.json([
      { email: 'other@example.com', primary: false, verified: true },
      ...(own.email ? [own] : []),
    ]);
  });
}
