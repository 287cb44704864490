import { startPracticeStripe } from '../fakes/stripe/practice-stripe.ts';
import type { Environment } from '../server/config.ts';
import { runServer } from '../server/run-server.ts';
import { checkDevelopmentConfig } from '../server/site/vite-options.ts';
import { startViteSite } from '../server/site/vite-site.ts';

export async function dev(_args: string[], environment: Environment): Promise<void> {
  await runServer({
    environment,
    startSite: startViteSite,
    startPracticeStripe,
    checkConfig: checkDevelopmentConfig,
  });
}
