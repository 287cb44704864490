// The start command: serves the built site.
import { startPracticeStripe } from '../practice-stripe/practice-stripe.ts';
import { runServer } from '../run-server.ts';
import { loadBuiltRouter, startBuiltSite } from '../site/built-site.ts';
import type { CommandCall } from './command-declaration.ts';

/** `npm start`: the built site. The practice Stripe starts only in local mode without a key. */
export async function serveSite({ environment }: CommandCall): Promise<void> {
  await runServer({
    environment,
    startSite: startBuiltSite,
    startPracticeStripe,
    // Loads its modules early; startBuiltSite() reports a failure.
    whileStarting: () => void loadBuiltRouter().catch(() => {}),
    logsProcess: true,
  });
}
