// The remove-samples command: deletes unedited sample data; describes what was kept.
import { formatCommandLine } from '@fairlead/backend/errors';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import type { CommandCall } from './command-declaration.ts';
import { withBackend } from './with-backend.ts';

/** Removes the samples that are unedited and unreferenced, in one transaction. */
export async function removeSamples({ environment, confirm }: CommandCall): Promise<void> {
  if (!(await confirm('Delete the sample leads with their messages, and the sample content?')))
    throw new Error(
      `nothing was deleted; to delete the samples without confirmation: ${formatCommandLine('remove-samples', '--yes')}`,
    );
  await withBackend(environment, async (_config, { access, keys }) => {
    const { data, error } = await createSecretKeyClient(access, keys).rpc('remove_samples');
    if (error) throw new Error(`nothing was deleted: ${error.message}`);
    process.stdout.write(describeSampleRemoval(data));
  });
}

interface Removal {
  relation: string;
  removed: number;
  /** Names of samples that are kept; for a picture, its alt text. */
  kept: string[];
}

/** One line per table, followed by what is kept. */
export function describeSampleRemoval(removals: readonly Removal[]): string {
  const lines = removals.flatMap(({ relation, removed, kept }) => [
    `${relation.padEnd(14)} ${removed} removed${kept.length > 0 ? `, ${kept.length} kept:` : ''}`,
    ...kept.map((name) => `${' '.repeat(15)}- ${name}`),
  ]);
  if (removals.some(({ kept }) => kept.length > 0))
    lines.push(
      'Samples that your own content or leads refer to were kept. Samples you edited are now your content.',
    );
  return `${lines.join('\n')}\n`;
}
