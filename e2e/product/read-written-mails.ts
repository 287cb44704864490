import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { Product } from './product.ts';

/** A mail with its kind, such as `reply`, by the name of its file. */
export interface WrittenMail extends Email {
  kind: string;
}

/** The mails that a product without a mail server has written into its folder, oldest first. */
export async function readWrittenMails({ dataDir }: Product): Promise<WrittenMail[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const reads = names.toSorted().map(async (name) => {
    const kind = /Z-([a-z_-]+)-[0-9a-f]{8}\.eml$/.exec(name)?.[1] ?? name;
    return { kind, ...(await PostalMime.parse(await readFile(join(folder, name)))) };
  });
  return Promise.all(reads);
}
