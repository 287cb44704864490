import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { type BackendKeys, signJwt } from '@fairlead/backend/tokens';
import { type Program, removeFolder } from '@fairlead/backend/testing';
import { startCommand } from '../../e2e/product/command.ts';
import { findFreePort, makeDataFolder } from '../../e2e/product/product.ts';
import { printIndented, runCommand } from './backup/run-command.ts';
import { findFakeTimeLibrary } from './outage/fake-clock.ts';

export const title =
  'Keys are rotated by the command while clients hold the old ones: what goes on in the overlap, what ends after it';

const account = { email: 'ana@agency.example', password: 'a long enough phrase' };
const detached = { auth: { persistSession: false, autoRefreshToken: false } };

export default async function drill(): Promise<void> {
  const inNineDays = { LD_PRELOAD: findFakeTimeLibrary(), FAKETIME: '+9d' };
  const dataDir = await makeDataFolder();
  const url = `http://localhost:${await findFreePort()}`;
  let server = await serve(dataDir, url);
  try {
    const before = readKeys(dataDir);
    const holders = await makeHolders(url, before);

    await rotate(dataDir);
    await expectAll('a new signing key', holders, []);

    await rotate(dataDir, 'JWT_SECRET');
    await rotate(dataDir, 'SECRET_KEY');
    await untilServed(url, readKeys(dataDir).secretKey);
    await expectAll('new JWT_SECRET and SECRET_KEY, in the overlap', holders, []);
    const newer = await makeHolders(url, readKeys(dataDir));
    await expectAll('what was made with the new ones', newer, []);

    // Nine days later, after the overlap of eight days.
    await server.stop();
    server = await serve(dataDir, url, inNineDays);
    const ended = ['key of the old kind (service_role)', 'SECRET_KEY', 'signed URL of 30 days'];
    await expectAll('nine days later', holders, ended);
    await expectAll('nine days later, what was made with the new ones', newer, []);

    // A secret that has leaked.
    await rotate(dataDir, 'SECRET_KEY', '--days', '0');
    await untilServed(url, readKeys(dataDir).secretKey);
    await expectAll('SECRET_KEY that leaked (--days 0)', newer, ['SECRET_KEY']);
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
}

function readKeys(dataDir: string): BackendKeys {
  return JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8')) as BackendKeys;
}

async function rotate(dataDir: string, ...args: string[]): Promise<void> {
  await runCommand(['rotate-key', ...args], { DATA_DIR: dataDir });
}

async function serve(dataDir: string, url: string, clock: Record<string, string> = {}): Promise<Program> {
  const environment = { DATA_DIR: dataDir, PORT: new URL(url).port, ...clock };
  const command = startCommand(['server/commands/main.ts', 'start'], environment);
  await command.waitForOutput(/Owner .*\n/);
  return command;
}

interface Holder {
  name: string;
  /** Resolves to the error, or undefined. */
  attempt: () => Promise<unknown>;
}

/** Clients of an agency, each with something that was created with these keys. */
async function makeHolders(url: string, keys: BackendKeys): Promise<Holder[]> {
  const visitor = createClient(url, keys.publishableKey, detached);
  const admin = createClient(url, keys.secretKey, detached);
  const legacy = createClient(
    url,
    signJwt({ role: 'service_role', exp: 4_000_000_000 }, keys.jwtSecret),
    detached,
  );
  const staff = createClient(url, keys.publishableKey, detached);
  const signedUp = await staff.auth.signUp(account);
  if (signedUp.error) await mustWork(staff.auth.signInWithPassword(account));
  await admin.storage.createBucket('vault', { public: false });
  await mustWork(admin.storage.from('vault').upload('a.txt', new Blob(['content']), { upsert: true }));
  const { data } = await admin.storage.from('vault').createSignedUrl('a.txt', 30 * 86_400);
  return [
    { name: 'PUBLISHABLE_KEY', attempt: () => errorOf(visitor.from('services').select('id').limit(1)) },
    { name: 'SECRET_KEY', attempt: () => errorOf(admin.auth.admin.listUsers()) },
    { name: 'key of the old kind (service_role)', attempt: () => errorOf(legacy.auth.admin.listUsers()) },
    { name: 'session', attempt: () => resumeSession(staff) },
    {
      name: 'signed URL of 30 days',
      attempt: async () => ((await fetch(data?.signedUrl ?? '')).ok ? undefined : 'it is rejected'),
    },
  ];
}

/** A browser that was closed before: its token may have expired, its session has not. */
async function resumeSession(client: SupabaseClient): Promise<unknown> {
  const refreshed = await client.auth.refreshSession();
  return refreshed.error ?? errorOf(client.from('leads').select('id').limit(1));
}

async function errorOf(call: PromiseLike<{ error: unknown }>): Promise<unknown> {
  return (await call).error ?? undefined;
}

async function mustWork(call: PromiseLike<{ error: unknown }>): Promise<void> {
  const error = await errorOf(call);
  if (error !== undefined) throw error as Error;
}

/** Waits until NOTIFY has reached the running server. */
async function untilServed(url: string, secretKey: string): Promise<void> {
  const client = createClient(url, secretKey, detached);
  const deadline = Date.now() + 20_000;
  while ((await client.auth.admin.listUsers()).error) {
    if (Date.now() > deadline) throw new Error('the running server does not know the new key after 20 s');
    await wait(100);
  }
}

async function expectAll(when: string, holders: readonly Holder[], ended: readonly string[]): Promise<void> {
  const results = [];
  for (const { name, attempt } of holders) results.push({ name, error: await attempt() });
  const works = results.filter(({ error }) => error === undefined).map(({ name }) => name);
  const stopped = results.filter(({ error }) => error !== undefined);
  printIndented(
    `${when}\n    goes on: ${works.join(', ')}${stopped.length > 0 ? `\n    stopped: ${stopped.map(({ name }) => name).join(', ')}` : ''}`,
  );
  const names = stopped.map(({ name }) => name);
  if (names.toSorted().join() !== [...ended].toSorted().join())
    throw new Error(
      `${when}: ${ended.join(', ') || 'nothing'} should have stopped; ${stopped.map(({ name, error }) => `${name}: ${String(error)}`).join('; ')}`,
    );
}
