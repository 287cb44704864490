import { startPracticeStripe } from '../fakes/stripe/practice-stripe.ts';
import { runServer } from '../server/run-server.ts';
import { checkDevelopmentConfig } from '../server/site/vite-options.ts';
import { startViteSite } from '../server/site/vite-site.ts';
import type { VerbCall } from './verb.ts';

export async function dev({ environment }: VerbCall): Promise<void> {
  await runServer({
    environment,
    startSite: startViteSite,
    startPracticeStripe,
    checkConfig: checkDevelopmentConfig,
  });
}
