// Who may be sent what: sign-up policy on every path, and answers that do not tell who has an account.
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../../../fakes/smtp/smtp-sink.ts';
import { tokenIn } from './messages.ts';
import { PASSWORD, ask, freshEmail, makeAccount } from './requests.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { type WireServer, type WireServerOptions, startWireServer } from '../server.ts';

let cluster: Cluster;
let sink: SmtpSink;
const started: WireServer[] = [];

/** As a project has it by default; one that hides who has an account; one that confirms addresses as well. */
let plain: WireServer;
let hiding: WireServer;
let confirming: WireServer;

beforeAll(async () => {
  cluster = await startCluster();
  sink = await startSmtpSink();
  plain = await start({ configToml: '[auth.email]\nsecure_password_change = true' });
  hiding = await start({ backend: HIDING });
  const auth = { confirmAddresses: true, siteUrl: 'https://www.example.com' };
  confirming = await start({ backend: { ...HIDING, auth } });
});

afterAll(async () => {
  for (const server of started) await server.close();
  await sink.close();
  await cluster.stop();
});

/** All on one template: the gate is open unless a test closes it. */
async function start(options: WireServerOptions = {}): Promise<WireServer> {
  const server = await startWireServer({
    cluster,
    migrationsSql: GATE,
    ...options,
    backend: { ...LOOSE, mail: { smtpUrl: sink.url, from: 'post@example.com' }, ...options.backend },
  });
  started.push(server);
  return server;
}

const LOOSE = { limits: { perMinute: 10_000 } };
const HIDING = { ...LOOSE, hideExistingUsers: () => Promise.resolve(true) };
const GATE = `
  create table public.gate (closed bool not null);
  insert into public.gate values (false);
  create function public.check_gate() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    if (select closed from public.gate) then raise exception 'Sign-ups are closed, ask the owner'; end if;
    return new;
  end $$;
  create trigger check_gate before insert on auth.users for each row execute function public.check_gate();`;

async function countUsers(server: WireServer): Promise<number> {
  return (await server.pool.query('select from auth.users')).rowCount ?? 0;
}

test('G-4 a closed project makes no account by a code either, and those who have one still get theirs', async () => {
  const server = plain;
  const { email } = await makeAccount(server);
  await server.pool.query('update public.gate set closed = true');
  for (const path of ['/otp', '/magiclink']) {
    expect(await ask(server, path, { body: { email: freshEmail() } })).toMatchObject({
      status: 422,
      body: { code: 'signup_disabled', message: 'Sign-ups are closed, ask the owner' },
    });
  }
  expect((await ask(server, '/otp', { body: { email } })).status).toBe(200);
  await sink.mailTo(email);
  expect(await countUsers(server)).toBe(1);
  await server.pool.query('update public.gate set closed = false');
});

test('G-4 G-34 where nobody may learn who has an account, a refusal looks like a message on its way', async () => {
  const server = hiding;
  const { email } = await makeAccount(server);
  await server.pool.query('update public.gate set closed = true');
  const asked = (address: string) => [
    ask(server, '/otp', { body: { email: address } }),
    ask(server, '/otp', { body: { email: address, create_user: false } }),
    ask(server, '/magiclink', { body: { email: address } }),
    ask(server, '/recover', { body: { email: address } }),
    ask(server, '/resend', { body: { type: 'signup', email: address } }),
    ask(server, '/resend', { body: { type: 'email_change', email: address } }),
  ];
  const known = await Promise.all(asked(email));
  const unknown = await Promise.all(asked(freshEmail()));
  const bare = (answers: typeof known) => answers.map(({ status, body }) => ({ status, body }));
  expect(bare(unknown)).toEqual(bare(known));
  expect(bare(known)).toEqual(Array.from({ length: 6 }, () => ({ status: 200, body: {} })));
  expect(await countUsers(server)).toBe(1);
  await server.pool.query('update public.gate set closed = false');
});

test('P-163 without a right to an account: create_user false, and sign-up switched off', async () => {
  const server = await start({ configToml: '[auth]\nenable_signup = false' });
  const { error } = await server.client().auth.signInWithOtp({
    email: freshEmail(),
    options: { shouldCreateUser: false },
  });
  expect(error).toMatchObject({ status: 422, code: 'otp_disabled', message: 'Signups not allowed for otp' });
  expect(await ask(server, '/otp', { body: { email: freshEmail() } })).toMatchObject({
    status: 422,
    body: { code: 'signup_disabled' },
  });
  expect(await countUsers(server)).toBe(0);
});

test('G-34 sign-up answers the same for a new, a waiting and a confirmed address, again and again', async () => {
  const server = confirming;
  const confirmed = freshEmail();
  await ask(server, '/signup', { body: { email: confirmed, password: PASSWORD } });
  await sink.mailTo(confirmed);
  await server.pool.query('update auth.users set email_confirmed_at = now()');
  const shape = async (email: string) => {
    const { status, body } = await ask(server, '/signup', { body: { email, password: PASSWORD } });
    const [identity] = body['identities'] as Record<string, unknown>[];
    const { id, user_metadata: data, app_metadata: app } = body;
    return {
      status,
      keys: Object.keys(body),
      identityKeys: Object.keys(identity ?? {}),
      app,
      dataKeys: Object.keys(data as object),
      same: identity?.['user_id'] === id && identity?.['id'] === id && (data as { sub: string }).sub === id,
      id,
    };
  };
  const fresh = freshEmail();
  const answers = [await shape(fresh), await shape(fresh), await shape(fresh), await shape(confirmed), await shape(confirmed)];
  const ids = answers.map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
  const [first, ...others] = answers.map((answer) => ({ ...answer, id: null }));
  for (const other of others) expect(other).toEqual(first);
  expect(first).toMatchObject({ status: 200, same: true });
  await sink.mailTo(fresh, 3);
  expect(sink.received.filter(({ to }) => to.includes(confirmed))).toHaveLength(1);
}); // prettier-ignore

test('P-164 G-34 a new address that is taken is not told either, and nobody is written to', async () => {
  const server = hiding;
  const taken = await makeAccount(server);
  const { accessToken: bearer, email } = await makeAccount(server);
  const answer = await ask(server, '/user', { method: 'PUT', bearer, body: { email: taken.email } });
  expect(answer).toMatchObject({ status: 200, body: { email, new_email: taken.email } });
  const token_hash = tokenIn(await sink.mailTo(email));
  expect(await ask(server, '/verify', { body: { type: 'email_change', token_hash } })).toMatchObject({
    status: 200,
    body: { code: '200' },
  });
  expect(sink.received.flatMap(({ to }) => to)).not.toContain(taken.email);
});

test('G-5 where addresses need no confirmation a sign-up is a session at once, whatever becomes of mail', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const server = await start({ backend: { mail: { smtpUrl, from: 'post@example.com' } } });
  const client = server.client();
  const email = freshEmail();
  const { data } = await client.auth.signUp({ email, password: PASSWORD });
  expect(data.session?.access_token).toMatch(/^eyJ/);
  expect(data.user?.email_confirmed_at).toBeTypeOf('string');
  // A mail server that takes the call and says nothing holds up nobody who asks for a message.
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  expect((await client.auth.signInWithOtp({ email })).error).toBeNull();
  silent.close();
  for (const socket of sockets) socket.destroy();
});

test('G-5 a server that is told so confirms addresses, whatever the project says', async () => {
  const server = await start({
    backend: { auth: { confirmAddresses: true, siteUrl: 'https://www.example.com' } },
  });
  const email = freshEmail();
  const { data } = await server.client().auth.signUp({ email, password: PASSWORD });
  expect(data.session).toBeNull();
  const mail = await sink.mailTo(email);
  expect(mail.text).toContain('activate your www.example.com account');
  expect((await ask(server, '/settings', { method: 'GET' })).body).toMatchObject({
    mailer_autoconfirm: false,
  });
});

test('P-163 a nonce by mail allows a new password after a day; a wrong one does not', async () => {
  const server = plain;
  const { id, email, accessToken: bearer } = await makeAccount(server);
  await server.pool.query(
    `update auth.sessions set created_at = created_at - interval '25h' where user_id = $1`,
    [id],
  );
  expect(await ask(server, '/reauthenticate', { method: 'GET', bearer })).toMatchObject({
    status: 200,
    body: {},
  });
  const mail = await sink.mailTo(email);
  expect(mail.html).not.toContain('<a ');
  const nonce = /code: (\d{6})/.exec(mail.text)?.[1];
  const change = (given: string | undefined) =>
    ask(server, '/user', { method: 'PUT', bearer, body: { password: 'another horse', nonce: given } });
  expect(await change('000000')).toMatchObject({ status: 422, body: { code: 'reauthentication_not_valid' } });
  expect(await ask(server, '/verify', { body: { type: 'email', email, token: nonce } })).toMatchObject({
    status: 403,
  });
  expect((await change(nonce)).status).toBe(200);
});

test('nothing in this file was a failure of a server', () => {
  const errors = started.flatMap((server) => server.log.filter(({ level }) => level === 'error'));
  expect(errors.filter(({ event }) => event !== 'mail.lost')).toEqual([]);
});
