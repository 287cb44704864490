import type { Hono } from 'hono';
import type { Person } from './provider.ts';

interface Desk {
  consent(query: (name: string) => string | undefined, iss: string | undefined): string;
  redeem(form: Record<string, unknown>, basic: string | undefined): { person: Person } | undefined;
  accessTokenFor(person: Person): string;
  personOf(authorization: string | undefined): Person | undefined;
}

/** The addresses that github answers, on a server of one's own as its Enterprise edition has them. */
export function githubPages(app: Hono, desk: Desk): void {
  app.get('/login/oauth/authorize', (c) => c.redirect(desk.consent((name) => c.req.query(name), undefined)));

  app.post('/login/oauth/access_token', async (c) => {
    const grant = desk.redeem(await c.req.parseBody(), c.req.header('authorization'));
    // As github does: what is wrong stands in an answer of 200.
    if (!grant) return c.json({ error: 'bad_verification_code', error_description: 'The code is incorrect' });
    return c.json({
      access_token: desk.accessTokenFor(grant.person),
      token_type: 'bearer',
      scope: 'user:email',
    });
  });

  app.get('/api/v3/user', (c) => {
    const person = desk.personOf(c.req.header('authorization'));
    if (!person) return c.json({ message: 'Bad credentials' }, 401);
    const { sub, name } = person;
    return c.json({
      id: Number(sub),
      login: `login-${sub}`,
      name,
      email: null,
      avatar_url: 'https://a.example/a',
    });
  });

  app.get('/api/v3/user/emails', (c) => {
    const person = desk.personOf(c.req.header('authorization'));
    if (!person) return c.json({ message: 'Bad credentials' }, 401);
    const own = { email: person.email, primary: true, verified: person.email_verified ?? false };
    return c.json([
      { email: 'other@example.com', primary: false, verified: true },
      ...(own.email ? [own] : []),
    ]);
  });
}
