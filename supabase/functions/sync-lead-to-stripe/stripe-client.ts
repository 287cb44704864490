import { Stripe } from 'stripe';

/** Ids of the practice Stripe begin with this; they count as not synced once a real key is set. */
export const practicePrefix = 'practice_';

const patienceMs = 10_000;

/** The official client, at STRIPE_API_URL where that is set (the practice Stripe of local mode); null without a key. */
export function stripeClient(): Stripe | null {
  const elsewhere = Deno.env.get('STRIPE_API_URL');
  const key = Deno.env.get('STRIPE_SECRET_KEY') ?? (elsewhere && 'sk_test_practice');
  return key ? new Stripe(key, { timeout: patienceMs, maxNetworkRetries: 1, ...hostOf(elsewhere) }) : null;
}

function hostOf(address: string | undefined) {
  if (!address) return {};
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port), protocol: 'http' as const };
}

/** Whether a real key is set. */
export function isReal(): boolean {
  return Boolean(Deno.env.get('STRIPE_SECRET_KEY'));
}

/** What `work` answers, or a rejection after ten seconds. */
export async function within10s<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('Stripe did not answer within 10 seconds. Try again.')),
      patienceMs,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
