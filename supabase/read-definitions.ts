import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** By qualified name, the migration that defines it, as a path from docs/; the last one where several do. */
export interface Definitions {
  tables: ReadonlyMap<string, string>;
  functions: ReadonlyMap<string, string>;
}

/** Reads the text of supabase/migrations. */
export function readDefinitions(): Definitions {
  const folder = join(import.meta.dirname, 'migrations');
  const tables = new Map<string, string>();
  const functions = new Map<string, string>();
  for (const file of readdirSync(folder).toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8');
    const created = text.matchAll(/^create (?:or replace )?(table|function) ((?:public|private)\.\w+)/gm);
    for (const [, kind, name = ''] of created) {
      (kind === 'table' ? tables : functions).set(name, `../supabase/migrations/${file}`);
    }
  }
  return { tables, functions };
}
