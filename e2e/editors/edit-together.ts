import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '../product/product.ts';
import { createPerson, type ActName, type EditedService } from './create-person.ts';

import type { KillableProduct } from './killable-product.ts';

export type { ActName };

export interface TogetherOptions {
  server: KillableProduct;
  /** for the profiles of the browsers */
  folder: string;
  random: () => number;
  /** the longest delay of a response */
  longestResponseMs: number;
  /** what each person does; each act may be interrupted by a crash of the server */
  actsOf: (person: number) => Iterable<ActName>;
  restartEveryMs: number;
}

export interface TogetherReport {
  words: number;
  /** what they did and when, in seconds; what interrupted it */
  history: string[];
  /** words that a crash may have lost, and has */
  excused: string[];
  lost: string[];
  /** lost on the server, but on the device of their author */
  onDeviceOnly: string[];
  /** words that visitors saw before they were published, with the address */
  leaked: string[];
}

/** Two people edit one published and one unpublished service. */
export async function editTogether(options: TogetherOptions): Promise<TogetherReport> {
  const { server, actsOf } = options;
  const services = await addServices(server.product);
  const people = await Promise.all(['a', 'b'].map((mark) => createPerson({ ...options, services, mark })));
  const history: string[] = [];
  const startedAt = Date.now();
  const secondsOf = (at: number) => ((at - startedAt) / 1_000).toFixed(1);
  const leaked = new Set<string>();
  const ended = new AbortController();
  const visits = visitUntil(ended.signal, server, services, leaked);
  const restarts = restartUntil(ended.signal, server, options.restartEveryMs);
  await Promise.all(
    people.map(async ({ acts }, person) => {
      for (const name of actsOf(person)) {
        const at = secondsOf(Date.now());
        const problem = await acts[name]().catch((error: Error) => error.message.split('\n', 1)[0]);
        history.push(`${at} to ${secondsOf(Date.now())} ${'ab'[person]} ${name} ${problem ?? ''}`);
      }
    }),
  );
  ended.abort();
  await restarts;
  await Promise.all(people.map((person) => person.end()));
  await visits;
  const stored = await readServer(server.product);
  const devices = await Promise.all(people.map((person) => person.readDevice()));
  const missing = people.flatMap(({ words, isExcused }) =>
    words
      .filter(({ text }) => !stored.includes(text))
      .map((word) => ({ ...word, isExcused: isExcused(word) })),
  );
  await Promise.all(people.map((person) => person.close()));
  const textsOf = (words: typeof missing) =>
    words.map(({ text, typedAt }) => `${text} (${secondsOf(typedAt)} s)`);
  const lost = missing.filter((word) => !word.isExcused);
  return {
    words: people.reduce((sum, { words }) => sum + words.length, 0),
    history,
    excused: textsOf(missing.filter((word) => word.isExcused)),
    lost: textsOf(lost),
    onDeviceOnly: textsOf(lost.filter(({ text }) => devices.some((device) => device.includes(text)))),
    leaked: [...leaked],
  };
}

async function addServices({ admin }: Product): Promise<EditedService[]> {
  const { data } = await admin
    .from('services')
    .insert(
      [true, false].map((isPublished) => ({
        name: isPublished ? 'Edited live' : 'Edited in private',
        slug: isPublished ? 'edited-live' : 'edited-in-private',
        description: 'Shared.',
        is_published: isPublished,
      })),
    )
    .select('id, name')
    .throwOnError();
  return data;
}

/** Everything that the server has of the words, as text. */
async function readServer({ admin }: Product): Promise<string> {
  const tables = await Promise.all([
    admin.from('services').select('*').throwOnError(),
    admin.from('content_versions').select('record').eq('kind', 'services').limit(1_000).throwOnError(),
    admin.from('deleted_content').select('record').throwOnError(),
    admin.from('content_autosaves').select('draft').throwOnError(),
  ]);
  return JSON.stringify(tables.map(({ data }) => data));
}

async function restartUntil(ended: AbortSignal, server: KillableProduct, everyMs: number): Promise<void> {
  while (await wait(everyMs, true, { signal: ended }).catch(() => false)) await server.restart();
}

const word = /\b[ab]\d+\./g;

/** Reads what visitors can, and notes the words that are in no version that was public. */
async function visitUntil(
  ended: AbortSignal,
  server: KillableProduct,
  services: readonly EditedService[],
  leaked: Set<string>,
): Promise<void> {
  const { admin, visitor } = server.product;
  const ids = services.map(({ id }) => id);
  async function visit(): Promise<void> {
    const { data: slugs } = await admin
      .from('content_versions')
      .select('slug:record->>slug')
      .in('record_id', ids);
    const records = new Set(slugs?.map(({ slug }) => `/services/${slug}`));
    const paths = ['/', '/services', '/sitemap.xml', ...records];
    const texts = await Promise.all(
      paths.map(async (path) => [path, await (await fetch(server.url + path)).text()] as const),
    );
    const { data: rows } = await visitor().from('services').select('*').throwOnError();
    const { data: versions } = await admin
      .from('content_versions')
      .select('record')
      .eq('kind', 'services')
      .eq('state', 'saved')
      .eq('record->>is_published', 'true')
      .throwOnError();
    const published = JSON.stringify(versions);
    for (const [path, text] of [...texts, ['rest', JSON.stringify(rows)] as const]) {
      for (const [seen] of text.matchAll(word)) {
        if (!published.includes(seen)) leaked.add(`${seen} on ${path}`);
      }
    }
  }
  do {
    // the server may be down
    await visit().catch(() => undefined);
  } while (await wait(2_000, true, { signal: ended }).catch(() => false));
}
