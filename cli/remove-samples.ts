import type { Environment } from '../server/config.ts';
import { secretClient } from '../site/app/data/server-settings.ts';
import { withBackend } from './with-backend.ts';

// Children before the records they refer to.
const tables = [
  'lead_messages',
  'leads',
  'app_media',
  'media',
  'posts',
  'apps',
  'services',
  'partners',
  'categories',
] as const;

/** With what depends on the samples: replies to a sample lead, pictures of a sample service. */
export async function removeSamples(_args: string[], environment: Environment): Promise<void> {
  await withBackend(environment, async (_config, { access, keys }) => {
    const client = secretClient(access, keys.secretKey);
    for (const table of tables) {
      const { count, error } = await client.from(table).delete({ count: 'exact' }).eq('is_sample', true);
      if (error) throw new Error(`${table}: ${error.message}`);
      process.stdout.write(`${table.padEnd(14)} ${count ?? 0} removed\n`);
    }
  });
}
