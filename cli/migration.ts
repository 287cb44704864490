import { writeMigration } from '../supabase/declared/write-migration.ts';
import type { VerbCall } from './verb.ts';

/** For a change of supabase/schemas. */
export async function migration({
  args: [name = ''],
  options: { drop = [], rename = [] },
}: VerbCall<{ drop?: string[]; rename?: string[] }>): Promise<void> {
  const file = await writeMigration(name, { drop, rename });
  process.stdout.write(
    file === null ? 'nothing to do: the migrations make the declared schema\n' : `written: ${file}\n`,
  );
}
