import { startPracticeStripe } from '../fakes/stripe/practice-stripe.ts';
import type { Environment } from '../server/config.ts';
import { runServer } from '../server/run-server.ts';
import { startBuiltSite } from '../server/site/built-site.ts';

/** `npm start`: the built site. The practice Stripe starts only in local mode without a key. */
export async function serve(_args: string[], environment: Environment): Promise<void> {
  await runServer({ environment, startSite: startBuiltSite, startPracticeStripe, logsProcess: true });
}
