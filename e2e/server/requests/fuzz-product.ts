import { Random, openPlainHttp } from '@fairlead/backend/testing';
import { accountPassword } from '../../product/staff.ts';
import { listAllRoutes } from './list-all-routes.ts';
import { generateRequest } from './generate-request.ts';
import { createValueGenerator } from './generate-value.ts';
import { readProductVocabulary } from './product-vocabulary.ts';
import type { FullyConfiguredProduct } from './start-fully-configured-product.ts';

export interface FuzzResult {
  /** Requests without a response, or whose response shows a fault; the first of each kind. */
  faults: string[];
  byStatus: Map<number, number>;
}

export interface FuzzOptions {
  seed: number;
  rounds: number;
  onProgress?: (sent: number) => void;
}

const connections = 16;
const responseMs = 60_000;

/** Sends generated requests to all services, as visitors, colleagues, an owner and a program with the secret key. */
export async function fuzzProduct(
  product: FullyConfiguredProduct,
  { seed, rounds, onProgress }: FuzzOptions,
): Promise<FuzzResult> {
  const random = new Random(seed);
  const value = createValueGenerator();
  const sources = {
    routes: await listAllRoutes(),
    vocabulary: readProductVocabulary(),
    callers: await callersOf(product),
    value,
  };
  const http = openPlainHttp(product.url, connections);
  const faults = new Map<string, string>();
  const byStatus = new Map<number, number>();
  let sent = 0;

  async function sendNext(): Promise<void> {
    while (sent < rounds) {
      sent += 1;
      onProgress?.(sent);
      const request = generateRequest(random, sources);
      const late = AbortSignal.timeout(responseMs);
      const response = await Promise.race([
        http.send(request).catch((error: Error) => ({ status: 0, text: String(error) })),
        new Promise<{ status: number; text: string }>((resolve) =>
          late.addEventListener('abort', () => resolve({ status: 0, text: 'no response' })),
        ),
      ]);
      byStatus.set(response.status, (byStatus.get(response.status) ?? 0) + 1);
      value.learn(response.text);
      // 501 is the response to features that are not offered.
      if (response.status !== 0 && (response.status < 500 || response.status === 501)) continue;
      const kind = `${response.status} ${request.method} ${request.path.split('?')[0]} ${response.text.slice(0, 120)}`;
      if (!faults.has(kind))
        faults.set(kind, `${response.status} ${response.text.slice(0, 300)} ← ${JSON.stringify(request)}`);
    }
  }

  await Promise.all(Array.from({ length: connections }, sendNext));
  http.close();
  return { faults: [...faults.values()], byStatus };
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
