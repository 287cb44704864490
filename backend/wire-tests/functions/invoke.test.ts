import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  type SupabaseClient,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/supabase-js';
import { startFunctionsServer } from './functions-server.ts';
import { signUpUser } from '../storage/storage-server.ts';
import { setUp } from '../set-up.ts';

let ada: SupabaseClient;
let token: string;

// Long, because each function starts a process, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

const server = setUp(startFunctionsServer);

beforeAll(async () => {
  const user = await signUpUser(server);
  ada = user.client;
  token = user.accessToken;
});

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) };
  return fetch(`${server.url}/functions/v1${path}`, { ...init, headers });
}

test('invoke runs a function, written for Deno.serve or as export default { fetch }', async () => {
  const { data, error } = await ada.functions.invoke('hello', { body: { name: 'Ada' } });
  expect(error).toBeNull();
  expect(data).toEqual({ message: 'Hello Ada' });
  const exported = await ada.functions.invoke('exported', { method: 'GET' });
  expect(exported.data.url).toMatch(/^http:\/\/[\w.:]+\/exported$/);
});

test('methods, sub-paths, queries and end-to-end headers reach the function; hop-by-hop headers do not', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const body = method === 'GET' ? null : 'text';
    const response = await call('/mirror/deep/er?x=1&y=%20', {
      method,
      body,
      headers: { 'X-Own': 'yes', 'x-region': 'eu-west-1', 'x-forwarded-for': '1.2.3.4' },
    });
    const seen = (await response.json()) as { method: string; url: string; body: string; headers: object };
    expect(seen).toMatchObject({
      method,
      url: expect.stringMatching(/\/mirror\/deep\/er\?x=1&y=%20$/),
      body: body ?? '',
      headers: { 'x-own': 'yes', 'x-region': 'eu-west-1', authorization: `Bearer ${token}` },
    });
    expect(seen.headers).not.toMatchObject({ 'x-forwarded-for': '1.2.3.4' });
  }
  const head = await call('/mirror', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('bodies of all types are sent and returned unchanged @audit', async () => {
  const bytes = new Uint8Array([0, 1, 254, 255]);
  const blob = await ada.functions.invoke('echo', { body: bytes.buffer });
  expect(new Uint8Array(await (blob.data as Blob).arrayBuffer())).toEqual(bytes);
  expect((await ada.functions.invoke('echo', { body: 'plain' })).data).toBe('plain');
  expect((await ada.functions.invoke('echo', { body: { a: [1] } })).data).toEqual({ a: [1] });
  const form = new FormData();
  form.set('name', 'Ada');
  form.set('file', new Blob([bytes]), 'f.bin');
  const returned = (await ada.functions.invoke('form', { body: form })).data as FormData;
  expect(Object.fromEntries(returned)).toEqual({ name: 'Ada!', size: '4' });
  const large = new Uint8Array(5_000_000).fill(7);
  const sent = await call('/echo', {
    method: 'POST',
    body: large,
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(new Uint8Array(await sent.arrayBuffer())).toEqual(large);
});

test('the response of a function is streamed', async () => {
  const { data } = await ada.functions.invoke('stream');
  const reader = (data as Response).body!.pipeThrough(new TextDecoderStream()).getReader();
  expect(await reader.read()).toEqual({ done: false, value: 'data: one\n\n' });
  await ada.functions.invoke('stream/release');
  expect(await reader.read()).toEqual({ done: false, value: 'data: two\n\n' });
  expect((await reader.read()).done).toBe(true);
});

test('a function can query this server as its caller, import npm packages and read its secrets', async () => {
  const { data } = await ada.functions.invoke('asks');
  expect(data).toEqual({ data: [{ text: 'a note' }], error: null, colour: 'blue', keyed: true });
});

test('P-170 errors of the function, of the gateway and of the network are three classes of errors', async () => {
  const teapot = await ada.functions.invoke('teapot');
  expect(teapot.error).toBeInstanceOf(FunctionsHttpError);
  expect(teapot.response?.status).toBe(418);
  expect(await (teapot.error as FunctionsHttpError).context.json()).toEqual({ why: 'short and stout' });
  const thrown = await ada.functions.invoke('throws');
  expect(thrown.error).toBeInstanceOf(FunctionsHttpError);
  expect([thrown.response?.status, thrown.response?.headers.get('access-control-allow-origin')]).toEqual([
    500,
    '*',
  ]);
  const missing = await ada.functions.invoke('nowhere');
  expect(missing.error).toBeInstanceOf(FunctionsHttpError);
  expect([missing.response?.status, await missing.response?.json()]).toMatchObject([
    404,
    { code: 'NOT_FOUND' },
  ]);
  const broken = await ada.functions.invoke('broken');
  expect(broken.error).toBeInstanceOf(FunctionsRelayError);
  const gone = server.client().functions;
  Object.assign(gone, { url: 'http://127.0.0.1:1' });
  expect((await gone.invoke('hello')).error).toBeInstanceOf(FunctionsFetchError);
});

test('verify_jwt: a call without a valid token is rejected, unless the function is public', async () => {
  const cases: [Record<string, string>, string][] = [
    [{}, 'Missing authorization header'],
    [{ authorization: 'Basic abc' }, "Auth header is not 'Bearer {token}'"],
    [{ authorization: 'Bearer x.y.z' }, 'Invalid JWT'],
    [{ authorization: `Bearer ${token.slice(0, -4)}AAAA` }, 'Invalid JWT'],
    [{ authorization: 'Bearer sb_secret_guess' }, 'Invalid JWT'],
  ];
  for (const [headers, message] of cases) {
    const response = await fetch(`${server.url}/functions/v1/hello`, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(401);
    expect(response.headers.get('x-relay-error')).toBe('true');
    expect(await response.json()).toEqual({ code: 'UNAUTHORIZED', message });
  }
  const { error } = await server.client().functions.invoke('hello');
  expect(error).toBeInstanceOf(FunctionsRelayError);
  expect(await (await fetch(`${server.url}/functions/v1/open`)).text()).toBe('for anyone');
  const asServer = await server.client(server.secretKey).functions.invoke('hello', {
    body: {},
    headers: { Authorization: `Bearer ${server.secretKey}` },
  });
  expect(asServer).toMatchObject({ data: { message: 'Hello nobody' }, error: null });
});

test('a preflight needs no token, and the function itself responds to it', async () => {
  const response = await fetch(`${server.url}/functions/v1/mirror`, { method: 'OPTIONS' });
  expect([response.status, await response.text()]).toEqual([200, 'asked']);
  expect(response.headers.get('access-control-allow-origin')).toBe('https://one.example');
});

test('active content is sent as sandboxed plain text, and headers that act on the origin are removed', async () => {
  for (const type of [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/javascript',
    'application/xml',
  ]) {
    const response = await call(`/page?type=${encodeURIComponent(type)}`);
    expect(response.headers.get('content-type'), type).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['set-cookie', 'x-relay-error', 'clear-site-data']) {
      expect(response.headers.get(name), name).toBeNull();
    }
    await response.text();
  }
  const pdf = await call('/page?type=application%2Fpdf');
  expect(pdf.headers.get('content-disposition')).toBe('attachment');
  await pdf.text();
});

test('a changed function is reloaded', async () => {
  const file = join(server.workdir, 'supabase', 'functions', 'exported', 'index.ts');
  await ada.functions.invoke('exported');
  await writeFile(file, `export default { fetch: () => new Response('changed') };`);
  expect((await ada.functions.invoke('exported')).data).toBe('changed');
});

test('invalid names, paths outside the folder and disabled functions are not found', async () => {
  for (const path of [
    '',
    '/',
    '/..%2fhello',
    '/%2e%2e',
    '/_shared',
    '/hello.ts',
    '/off',
    '/a b',
    `/${'x'.repeat(200)}`,
  ]) {
    const response = await call(path, { method: 'POST', body: '{}' });
    expect(response.status, path).toBe(404);
    await response.text();
  }
});

test('a function has the keys as dictionaries, and is notified before its process ends', async () => {
  const stopped = await startFunctionsServer({ idleTimeoutMs: 1 });
  try {
    const headers = { authorization: `Bearer ${stopped.publishableKey}` };
    const response = await fetch(`${stopped.url}/functions/v1/unloads`, { headers });
    expect(await response.json()).toEqual({
      publishable: { default: stopped.publishableKey },
      secret: { default: stopped.secretKey },
    });
    const printed = (): string[] =>
      stopped.log.filter(({ event }) => event === 'function.printed').map(({ message }) => String(message));
    await expect.poll(printed).toEqual(['unloads: unloaded: early_drop', 'unloads: and done']);
  } finally {
    await stopped.close();
  }
  const running = await startFunctionsServer();
  const headers = { authorization: `Bearer ${running.publishableKey}` };
  await (await fetch(`${running.url}/functions/v1/unloads`, { headers })).json();
  await running.close();
  expect(running.log.map(({ message }) => message)).toContain('unloads: unloaded: termination');
});
