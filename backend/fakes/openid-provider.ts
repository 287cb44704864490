// A fake OAuth provider with real HTTP and signatures: discovery, consent without a page, codes, signed tokens,
// userinfo, for one client; also the endpoints of github, which has only OAuth 2.
import { createHash, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { SignJWT, exportJWK } from 'jose';
import { listenOnLoopback } from './listen-on-loopback.ts';
import { githubEndpoints, type ProviderUser } from './github-endpoints.ts';

interface Grant {
  user: ProviderUser;
  nonce: string | undefined;
  challenge: string | undefined;
  redirectUri: string;
}

export interface PracticeProvider {
  /** The issuer, without a trailing slash. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The user who is signed in there, and consents to every request. Null: denies every request. */
  user: ProviderUser | null;
  /** Changes the id_token, to test that invalid ones are detected. */
  alterClaims: (claims: Record<string, unknown>) => Record<string, unknown>;
  requests: string[];
  /** An id_token as the provider would issue it to a mobile app. */
  issueIdToken(claims: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

const minutes = 60;

export async function startPracticeProvider(): Promise<PracticeProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomUUID();
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, ProviderUser>();
  const app = new Hono();
  const provider: PracticeProvider = {
    url: '',
    clientId: 'practice-client',
    clientSecret: randomBytes(16).toString('hex'),
    user: null,
    alterClaims: (claims) => claims,
    requests: [],
    issueIdToken(claims) {
      const now = Math.floor(Date.now() / 1000);
      const payload = {
        iss: provider.url,
        aud: provider.clientId,
        iat: now,
        exp: now + 10 * minutes,
        ...claims,
      };
      return new SignJWT(provider.alterClaims(payload))
        .setProtectedHeader({ alg: 'ES256', kid })
        .sign(privateKey);
    },
    close: () => Promise.resolve(),
  };

  app.use(async ({ req }, next) => {
    provider.requests.push(`${req.method} ${req.path}`);
    await next();
  });

  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer: provider.url,
      authorization_endpoint: `${provider.url}/authorize`,
      token_endpoint: `${provider.url}/token`,
      userinfo_endpoint: `${provider.url}/userinfo`,
      jwks_uri: `${provider.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),
  );

  app.get('/keys', async (c) =>
    c.json({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' }] }),
  );

  function consent(query: (name: string) => string | undefined, iss: string | undefined): string {
    const back = new URL(query('redirect_uri') ?? '');
    back.searchParams.set('state', query('state') ?? '');
    if (iss) back.searchParams.set('iss', iss);
    if (query('client_id') !== provider.clientId || !provider.user) {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The person said no');
      return back.href;
    }
    const code = randomUUID();
    grants.set(code, {
      user: provider.user,
      nonce: query('nonce'),
      challenge: query('code_challenge'),
      redirectUri: query('redirect_uri') ?? '',
    });
    back.searchParams.set('code', code);
    return back.href;
  }

  /** Undefined unless client, redirect URI and verifier match. */
  function consumeCode(form: Record<string, unknown>, basic: string | undefined): Grant | undefined {
    const code = String(form['code']);
    const grant = grants.get(code);
    grants.delete(code);
    const [id, secret] = basic
      ? Buffer.from(basic.replace(/^Basic /i, ''), 'base64')
          .toString()
          .split(':')
          .map(decodeURIComponent)
      : [form['client_id'], form['client_secret']];
    if (!grant || id !== provider.clientId || secret !== provider.clientSecret) return undefined;
    if (form['redirect_uri'] !== grant.redirectUri) return undefined;
    const derived = createHash('sha256').update(String(form['code_verifier'])).digest('base64url');
    return grant.challenge !== undefined && derived !== grant.challenge ? undefined : grant;
  }

  function accessTokenFor(user: ProviderUser): string {
    const token = randomBytes(16).toString('hex');
    tokens.set(token, user);
    return token;
  }

  function userOf(authorization: string | undefined): ProviderUser | undefined {
    return tokens.get(authorization?.replace(/^(bearer|token) /i, '') ?? '');
  }

  app.get('/authorize', (c) => c.redirect(consent((name) => c.req.query(name), provider.url)));

  app.post('/token', async (c) => {
    const grant = consumeCode(await c.req.parseBody(), c.req.header('authorization'));
    if (!grant) return c.json({ error: 'invalid_grant' }, 400);
    const { nonce, user } = grant;
    return c.json({
      access_token: accessTokenFor(user),
      refresh_token: randomBytes(8).toString('hex'),
      token_type: 'Bearer',
      expires_in: 10 * minutes,
      id_token: await provider.issueIdToken({ ...user, ...(nonce === undefined ? {} : { nonce }) }),
    });
  });

  app.get('/userinfo', (c) => {
    const user = userOf(c.req.header('authorization'));
    return user ? c.json(user) : c.json({ error: 'invalid_token' }, 401);
  });

  githubEndpoints(app, { consent, consumeCode, accessTokenFor, userOf });

  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  return Object.assign(provider, await listenOnLoopback(server));
}
