import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../site/app/data/database-types.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { requestThroughProxy } from '../proxy/request-through-proxy.ts';
import type { AcknowledgedData } from './stored-data.ts';
import { drillKeys } from './start-killable.ts';

type Client = SupabaseClient<Database>;

export interface Senders {
  acknowledged: AcknowledgedData[];
  /** Failed requests, counted by message; each is sent again until it is acknowledged. */
  failures: Map<string, number>;
  /** Where to send to from now on. */
  sendTo(port: number): void;
  /** Resolves once something of each kind was sent and acknowledged after this call. */
  untilEachIsAcknowledged(withinMs: number): Promise<void>;
  /** Resolves once the last request of every sender was acknowledged. */
  stop(): Promise<void>;
}

interface Sender {
  kind: AcknowledgedData['kind'];
  pauseMs: number;
  /** Sends it, possibly again. Returns the message if it was not acknowledged. */
  send: (key: string) => Promise<string | undefined>;
  makeKey?: () => string;
  /** If it is sent again, it cannot be recognised as the same. */
  isSentOnce?: boolean;
}

const kinds = ['lead', 'reply', 'picture', 'file'] as const;
const email = 'maude@fairlead.example';
const password = 'a long enough phrase';
const sample = await readFile(join(projectRoot, 'site/public/samples/ringcheck-ticket.webp'));
const fileBytes = 120_000;

/** Visitors and staff that send one request after the other: leads by form and by API, replies, pictures, files. */
export async function startSenders(firstPort: number, pauseMs = 150): Promise<Senders> {
  let port = firstPort;
  const stopping = new AbortController();
  const acknowledged: AcknowledgedData[] = [];
  const failures = new Map<string, number>();
  const files = new Map<string, Buffer>();
  const now: typeof fetch = (input, init) =>
    fetch(String(input).replace('http://server/', `http://127.0.0.1:${port}/`), {
      ...init,
      signal: AbortSignal.timeout(60_000),
    });
  const admin = connect(drillKeys.SECRET_KEY, now);
  const staff = connect(drillKeys.PUBLISHABLE_KEY, now);
  const lead = await prepare(admin);

  async function signIn(): Promise<{ id: string; token: string }> {
    const { data } = await staff.auth.getSession();
    const session = data.session ?? (await staff.auth.signInWithPassword({ email, password })).data.session;
    if (!session) throw new Error('no session');
    return { id: session.user.id, token: session.access_token };
  }

  const senders: Sender[] = [
    {
      kind: 'lead',
      pauseMs,
      async send(key) {
        const form = { name: 'Ana Roy', email: key, message: `Form ${key}`, submission: uuidOf(key) };
        const { status, headers, body } = await requestThroughProxy({ name: 'form', port }, '/contact', {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'x-forwarded-for': address(),
            'x-forwarded-proto': 'https',
          },
          body: new URLSearchParams(form).toString(),
        });
        if (status === 303 && headers.location?.includes('sent=1')) return undefined;
        const isKept = body.includes(`Form ${key}`) ? 'keeps' : 'loses';
        const said = /data-form-summary.*?>(.*?)<\/div>/s.exec(body)?.[1] ?? body.slice(0, 100);
        return `the form: ${status}, ${isKept} the text: ${said.replaceAll(/<[^>]*>/g, ' ').trim()}`;
      },
      makeKey: () => `form-${randomUUID()}@roy.example`,
    },
    {
      kind: 'lead',
      pauseMs,
      async send(key) {
        const visitor = connect(drillKeys.PUBLISHABLE_KEY, now, address());
        const { error } = await visitor.from('leads').insert({ name: 'Leo Roy', email: key, message: key });
        return error ? `a lead: ${error.code} ${error.message}` : undefined;
      },
      makeKey: () => `api-${randomUUID()}@roy.example`,
      isSentOnce: true,
    },
    {
      kind: 'reply',
      pauseMs,
      async send(key) {
        await signIn();
        const reply = { lead_id: lead, message: key, sender_type: 'admin' };
        const { error, status } = await staff.from('lead_messages').insert(reply);
        if (status === 401) await staff.auth.signOut({ scope: 'local' });
        return error ? `a reply: ${error.code} ${error.message}` : undefined;
      },
    },
    {
      kind: 'picture',
      pauseMs: pauseMs * 4,
      async send(key) {
        const { id, token } = await signIn();
        const incoming = staff.storage.from('incoming');
        const sent = await incoming.upload(`${id}/${key}`, sample, { contentType: 'image/webp' });
        if (sent.error && !/exists/.test(sent.error.message)) return `an upload: ${sent.error.message}`;
        const { status, body } = await requestThroughProxy({ name: 'picture', port }, '/finish-upload', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({
            id: key,
            owner: {
              source: 'service',
              id: await service(),
              kind: 'image',
              alt: 'A ticket',
              isDecorative: false,
            },
          }),
        });
        return status === 200 ? undefined : `a picture: ${status} ${body.slice(0, 100)}`;
      },
    },
    {
      kind: 'file',
      pauseMs: pauseMs * 4,
      async send(key) {
        const content = files.get(key) ?? randomBytes(fileBytes);
        files.set(key, content);
        const { error } = await admin.storage.from('drill').upload(key, content, { upsert: true });
        return error ? `a file: ${error.message}` : undefined;
      },
    },
  ];

  let serviceId = '';
  async function service(): Promise<string> {
    if (serviceId !== '') return serviceId;
    const { data } = await admin.from('services').select('id').limit(1).single().throwOnError();
    return (serviceId = data.id);
  }

  async function work({
    kind,
    send,
    pauseMs: pause,
    makeKey = randomUUID,
    isSentOnce,
  }: Sender): Promise<void> {
    for (let key = makeKey(); ;) {
      const failure = await send(key).catch((error: unknown) => `${kind}: ${describe(error)}`);
      if (failure === undefined) {
        const content = files.get(key);
        const md5 = content && { md5: createHash('md5').update(content).digest('hex') };
        files.delete(key);
        acknowledged.push({ kind, key, at: Date.now(), ...md5 });
        if (stopping.signal.aborted) return;
        key = makeKey();
      } else {
        failures.set(failure, (failures.get(failure) ?? 0) + 1);
        if (isSentOnce) key = makeKey();
      }
      await wait(failure === undefined ? pause * 2 * Math.random() : 100);
    }
  }

  const working = Promise.all(senders.map(work));
  return {
    acknowledged,
    failures,
    async untilEachIsAcknowledged(withinMs) {
      const from = acknowledged.length;
      const begun = performance.now();
      for (;;) {
        // The first may have been sent before.
        const isThere = (kind: string) =>
          acknowledged.slice(from).filter((each) => each.kind === kind).length > 1;
        const missing = kinds.filter((kind) => !isThere(kind));
        if (missing.length === 0) return;
        if (performance.now() - begun > withinMs)
          throw new Error(
            `not acknowledged within ${withinMs / 1000} s: ${missing.join(', ')}; ${[...failures.keys()].slice(-5).join('; ')}`,
          );
        await wait(50);
      }
    },
    sendTo: (to) => void (port = to),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

function connect(key: string, now: typeof fetch, from = address()): Client {
  return createClient<Database>('http://server', key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: now, headers: { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' } },
  });
}

/** Creates a colleague with all rights, a bucket, and a lead to reply to. */
async function prepare(admin: Client): Promise<string> {
  const { data, error } = await admin.auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  await admin.rpc('give_role', { account: data.user.id, wanted: 'owner' }).throwOnError();
  const bucket = await admin.storage.createBucket('drill');
  if (bucket.error) throw bucket.error;
  const lead = { name: 'Ana Roy', email: 'first@roy.example', message: 'The first one' };
  const inserted = await admin.from('leads').insert(lead).select('id').single().throwOnError();
  return inserted.data.id;
}

/** A new address each time, because limits count by address. */
function address(): string {
  const [second = 0, third = 0, fourth = 0] = randomBytes(3);
  return `${100 + (second % 100)}.${second}.${third}.${fourth}`;
}

function uuidOf(key: string): string {
  return key.slice('form-'.length, 'form-'.length + 36);
}

function describe(error: unknown): string {
  const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? (error as NodeJS.ErrnoException).code ?? message;
}
