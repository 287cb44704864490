import { type PlainRequest, Random, openPlainHttp } from '@fairlead/backend/testing';
import { accountPassword } from '../../../e2e/product/accounts.ts';
import { listAllRoutes } from './list-all-routes.ts';
import { generateRequest } from './generate-request.ts';
import { createValueGenerator, type ValueGenerator } from './generate-value.ts';
import { readProductVocabulary } from './product-vocabulary.ts';
import type { FullyConfiguredProduct } from './start-fully-configured-product.ts';

export interface FuzzResult {
  /** Requests without a response, or whose response shows a fault; the first of each kind. */
  faults: string[];
  byStatus: Map<number, number>;
}

interface FuzzResponse {
  status: number;
  text: string;
}

/** Sends several requests or frames on a connection of their own. */
export interface ConnectionFuzzer {
  sendPipeline: (origin: string, requests: readonly PlainRequest[]) => Promise<FuzzResponse[]>;
  /** Resolves to what is wrong. */
  sendFrames: (
    origin: string,
    key: string,
    random: Random,
    frames: { value: ValueGenerator; count: number },
  ) => Promise<string | null>;
}

export interface FuzzOptions {
  seed: number;
  rounds: number;
  /** Without it, each request is sent alone. */
  connectionFuzzer?: ConnectionFuzzer;
  onProgress?: (sent: number) => void;
}

const connections = 16;
const responseMs = 60_000;

/** Sends generated requests to all services, as visitors, colleagues, an owner and a program with the secret key. */
export async function fuzzProduct(
  product: FullyConfiguredProduct,
  { seed, rounds, connectionFuzzer, onProgress }: FuzzOptions,
): Promise<FuzzResult> {
  const random = new Random(seed);
  const value = createValueGenerator();
  const routes = await listAllRoutes();
  const sources = {
    routes,
    cheapRoutes: routes.filter(({ isCostly }) => !isCostly),
    vocabulary: readProductVocabulary(),
    callers: await callersOf(product),
    value,
  };
  const http = openPlainHttp(product.url, connections);
  const faults = new Map<string, string>();
  const byStatus = new Map<number, number>();
  let sent = 0;

  function addFault(kind: string, text: string): void {
    if (!faults.has(kind)) faults.set(kind, text);
  }

  function judge(request: PlainRequest, { status, text }: FuzzResponse): void {
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    value.learn(text);
    // 501 is the response to features that are not offered, 57014 that to a query that takes too long.
    if (status !== 0 && (status < 500 || status === 501 || text.includes('"57014"'))) return;
    addFault(
      `${status} ${request.method} ${request.path.split('?')[0]} ${text.slice(0, 120)}`,
      `${status} ${text.slice(0, 300)} ← ${JSON.stringify(request)}`,
    );
  }

  // An optional call would not evaluate an increment in its arguments.
  function countSent(): void {
    sent += 1;
    onProgress?.(sent);
  }

  async function sendAlone(): Promise<void> {
    countSent();
    const request = generateRequest(random, sources);
    judge(request, await inTime(http.send(request), faultOf));
  }

  async function sendTogether({ sendPipeline, sendFrames }: ConnectionFuzzer): Promise<void> {
    const count = 2 + random.below(15);
    for (let each = 0; each < count; each += 1) countSent();
    if (random.chance(0.5)) {
      const frames = sendFrames(product.url, product.publishableKey, random, { value, count });
      const fault = await inTime(frames, String);
      if (fault !== null) addFault(`socket ${fault}`, fault);
      return;
    }
    const requests = Array.from({ length: count }, () => generateRequest(random, sources));
    const sending = sendPipeline(product.url, requests);
    const responses = await inTime(sending, (error) => requests.map(() => faultOf(error)));
    for (const [index, request] of requests.entries())
      judge(request, responses[index] ?? faultOf('no response'));
  }

  async function sendNext(): Promise<void> {
    for (;;) {
      if (sent >= rounds) return;
      await (connectionFuzzer && random.chance(0.1) ? sendTogether(connectionFuzzer) : sendAlone());
    }
  }

  await Promise.all(Array.from({ length: connections }, sendNext));
  http.close();
  return { faults: [...faults.values()], byStatus };
}

function faultOf(error: unknown): FuzzResponse {
  return { status: 0, text: String(error) };
}

async function inTime<T>(sending: Promise<T>, onFault: (error: unknown) => T): Promise<T> {
  const { promise, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(reject, responseMs, new Error(`no response within ${responseMs} ms`));
  return Promise.race([sending, promise])
    .catch(onFault)
    .finally(() => clearTimeout(timer));
}

async function callersOf(product: FullyConfiguredProduct): Promise<Record<string, string>[]> {
  const apikey = product.publishableKey;
  const secret = product.secretKey;
  const admin = product.admin;
  async function tokenOf(role: 'owner' | 'editor' | 'viewer' | null): Promise<string> {
    const email = `${role ?? 'nobody'}@fairlead.example`;
    const { data, error } = await admin.auth.admin.createUser({
      email,
      password: accountPassword,
      email_confirm: true,
    });
    if (error) throw error;
    if (role !== null)
      await admin
        .from('staff')
        .insert({ user_id: data.user.id, role: role as 'owner' })
        .throwOnError();
    const signedIn = await product.visitor().auth.signInWithPassword({ email, password: accountPassword });
    if (signedIn.error) throw signedIn.error;
    return signedIn.data.session.access_token;
  }
  const owner = { apikey, authorization: `Bearer ${await tokenOf('owner')}` };
  return [
    {},
    { apikey },
    { apikey },
    { apikey: 'sb_publishable_wrong' },
    { apikey, authorization: 'Bearer e30.e30.e30' },
    { apikey, authorization: `Bearer ${await tokenOf(null)}` },
    { apikey, authorization: `Bearer ${await tokenOf('editor')}` },
    owner,
    owner,
    owner,
    { apikey: secret },
  ];
}
