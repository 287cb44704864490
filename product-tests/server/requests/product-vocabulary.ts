import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../server/project-root.ts';

type Field = [name: string, type: string];

export interface ProductVocabulary {
  tables: Record<string, { columns: string[]; embeds: Record<string, string>; fields: Field[] }>;
  /** Functions with their arguments. */
  functions: Record<string, Field[]>;
}

/** The tables and functions of the product, from the generated types of its database. */
export function readProductVocabulary(): ProductVocabulary {
  const file = join(projectRoot, 'site', 'app', 'data', 'database-types.ts');
  const [tables = '', functions = ''] = readFileSync(file, 'utf8').split(/^ {4}Functions: \{$/m);
  const vocabulary: ProductVocabulary = { tables: {}, functions: {} };
  for (const [, name = '', text = ''] of tables.matchAll(/^ {6}(\w+): \{\n([\s\S]*?)^ {6}\};/gm)) {
    const [, rows = ''] = /^ {8}Row: \{\n([\s\S]*?)^ {8}\};/m.exec(text) ?? [];
    const fields = readFields(rows.split('\n'));
    const referenced = [...text.matchAll(/referencedRelation: ["'](\w+)["']/g)].map(([, to = '']) => to);
    vocabulary.tables[name] = {
      fields,
      columns: fields.map(([column]) => column),
      // The table itself if it references no other, which is an error of the caller.
      embeds: Object.fromEntries([name, ...referenced].map((to) => [to, to])),
    };
  }
  for (const { embeds } of Object.values(vocabulary.tables))
    for (const to of Object.keys(embeds)) if (!vocabulary.tables[to]) delete embeds[to];
  for (const [, name = '', args = ''] of functions.matchAll(
    /^ {6}(\w+): \{\n {8}Args: (?:never|\{ (.*) \});$/gm,
  ))
    vocabulary.functions[name] = readFields(args.split('; '));
  return vocabulary;
}

function readFields(parts: readonly string[]): Field[] {
  return parts.flatMap((part) => {
    const [, name, type] = /^\s*(\w+)\??: (.+?);?$/.exec(part) ?? [];
    return name !== undefined && type !== undefined ? [[name, type] as Field] : [];
  });
}
