// `npm run remove-samples`: deletes the sample content and sample leads, with what hangs on them
// (replies to a sample lead, pictures of a sample service); every other record stays.
import { secretClient } from '../site/app/data/server-settings.ts';
import { runVerb } from './with-backend.ts';

// Children first, so that nothing of a real record hangs on a sample.
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

export async function removeSamples(): Promise<void> {
  await runVerb(async (_settings, { access, keys }) => {
    const client = secretClient(access, keys.secretKey);
    for (const table of tables) {
      const { count, error } = await client.from(table).delete({ count: 'exact' }).eq('is_sample', true);
      if (error) throw new Error(`${table}: ${error.message}`);
      process.stdout.write(`${table.padEnd(14)} ${count ?? 0} removed\n`);
    }
  });
}
