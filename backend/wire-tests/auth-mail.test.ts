// Links and codes by mail, over a real mail server, with the real client.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../fakes/smtp/smtp-sink.ts';
import { PASSWORD, freshEmail } from './auth-requests.ts';
import { linkIn } from './auth-messages.ts';
import { type WireServer, startWireServer } from './server.ts';

let sink: SmtpSink;
let server: WireServer;
const SITE = 'http://localhost:3000';

beforeAll(async () => {
  sink = await startSmtpSink({ login: { user: 'mailer', password: 'pass word' } });
  server = await startWireServer({
    configToml: `
      [auth]
      site_url = "${SITE}"
      additional_redirect_urls = ["https://app.example.com/**"]
      [auth.email]
      enable_confirmations = true`,
    backend: {
      limits: { perMinute: 10_000 },
      mail: { smtpUrl: sink.url, from: 'Maple Post <post@example.com>' },
    },
  });
});

afterAll(async () => {
  await server.close();
  await sink.close();
});

/** Follows a link as a browser does, up to the redirect; answers where it leads. */
async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

test('P-163 sign-up, the link in the message, a session: the address is confirmed by it', async () => {
  const email = freshEmail();
  const client = server.client();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Ada' }, emailRedirectTo: `${SITE}/dashboard` },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({ email, user_metadata: { full_name: 'Ada', email_verified: false } });
  expect(data.user?.confirmation_sent_at).toBeTypeOf('string');
  const mail = await sink.mailTo(email);
  const place = await follow(linkIn(mail));
  expect(place.origin + place.pathname).toBe(`${SITE}/dashboard`);
  const fragment = new URLSearchParams(place.hash.slice(1));
  expect(Object.fromEntries(fragment)).toMatchObject({ token_type: 'bearer', type: 'signup', sb: '' });
  const { data: signedIn } = await client.auth.setSession({
    access_token: fragment.get('access_token') ?? '',
    refresh_token: fragment.get('refresh_token') ?? '',
  });
  expect(signedIn.user).toMatchObject({ email, user_metadata: { email_verified: true } });
  expect(signedIn.user?.email_confirmed_at).toBeTypeOf('string');
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
});
