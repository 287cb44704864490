import type { Environment } from '../server/config.ts';
import { secretClient } from '../site/app/data/server-settings.ts';
import { describeRemoval } from './describe-removal.ts';
import { withBackend } from './with-backend.ts';

/** Removes the samples that nobody has edited and nothing else refers to, at once or not at all. */
export async function removeSamples(_args: string[], environment: Environment): Promise<void> {
  await withBackend(environment, async (_config, { access, keys }) => {
    const { data, error } = await secretClient(access, keys).rpc('remove_samples');
    if (error) throw new Error(`nothing was removed: ${error.message}`);
    process.stdout.write(describeRemoval(data));
  });
}
