import { Stripe } from 'stripe';

/** Prefix of ids from the practice Stripe, which are treated as not synced once a real key is set. */
export const practiceIdPrefix = 'practice_';

const timeoutMs = 10_000;

/** Uses STRIPE_API_URL if it is set (the practice Stripe of local mode); null without a key. */
export function createStripeClient(): Stripe | null {
  const practiceUrl = Deno.env.get('STRIPE_API_URL');
  const key = Deno.env.get('STRIPE_SECRET_KEY') ?? (practiceUrl && 'sk_test_practice');
  return key ? new Stripe(key, { timeout: timeoutMs, maxNetworkRetries: 1, ...hostOf(practiceUrl) }) : null;
}

function hostOf(address: string | undefined) {
  if (!address) return {};
  const { hostname, port } = new URL(address);
  return { host: hostname, port: Number(port), protocol: 'http' as const };
}

export function hasRealStripeKey(): boolean {
  return Boolean(Deno.env.get('STRIPE_SECRET_KEY'));
}

export async function withStripeTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("Stripe didn't respond within 10 seconds. Try again.")),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
