import { commandLine } from '@fairlead/backend/errors';
import { secretClient } from '../../site/app/data/server-settings.ts';
import { describeRemoval } from './describe-removal.ts';
import type { VerbCall } from './verb.ts';
import { withBackend } from './with-backend.ts';

/** Removes the samples that nobody has edited and nothing else refers to, at once or not at all. */
export async function removeSamples({ environment, confirm }: VerbCall): Promise<void> {
  if (!(await confirm('Delete the sample leads with their messages, and the sample content?')))
    throw new Error(
      `nothing was deleted; to delete the samples without a question: ${commandLine('remove-samples', '--yes')}`,
    );
  await withBackend(environment, async (_config, { access, keys }) => {
    const { data, error } = await secretClient(access, keys).rpc('remove_samples');
    if (error) throw new Error(`nothing was removed: ${error.message}`);
    process.stdout.write(describeRemoval(data));
  });
}
