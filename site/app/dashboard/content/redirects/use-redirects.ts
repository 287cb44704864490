import { browserClient } from '../../../data/browser-client.ts';
import { newestFirst, type Cursor } from '../../../data/keyset-cursor.ts';
import { readNewest, usePages } from '../../../data/read-newest.ts';
import { explain } from '../content-records.ts';
import { redirectTexts } from '../list/list-texts.ts';

const perPage = 50;
export const redirectsKey = 'redirects';
export const missedKey = 'missed-paths';

function readRedirects(after: Cursor | null) {
  const redirects = browserClient().from('redirects').select('id, from_path, target, status, created_at');
  return readNewest(redirects, perPage, after);
}

export type Redirect = Awaited<ReturnType<typeof readRedirects>>['items'][number];

/** The redirects, the latest first. */
export function useRedirects() {
  return usePages([redirectsKey], readRedirects);
}

/** An address that visitors missed; its path is its id. */
export interface MissedPath {
  id: string;
  visits: number;
  last_at: string;
}

async function readMissed(after: number | null) {
  const from = after ?? 0;
  const { data } = await browserClient()
    .from('missed_paths')
    .select('id:path, visits, last_at')
    .order('visits', newestFirst)
    .order('last_at', newestFirst)
    .order('path')
    .range(from, from + perPage)
    .throwOnError();
  const items: MissedPath[] = data.slice(0, perPage);
  return { items, next: data.length > perPage ? from + perPage : null };
}

/** The addresses that visitors missed, the most asked for first. There are at most 500. */
export function useMissedPaths() {
  return usePages([missedKey], readMissed);
}

type RedirectSave = Omit<Redirect, 'created_at'> & { isNew: boolean };

/** Makes a redirect, or changes the one that has this id. */
export async function saveRedirect({ isNew, id, ...columns }: RedirectSave) {
  const redirects = browserClient().from('redirects');
  const { error } = await (isNew
    ? redirects.insert({ id, ...columns })
    : redirects.update(columns).eq('id', id));
  // the id is made before the first try, so a retry finds the row of one whose response was lost
  if (error && !error.message.includes('redirects_pkey'))
    throw explain(error, { 23505: redirectTexts.errors.taken });
  return columns;
}

export async function deleteRedirect(id: string): Promise<void> {
  const { error } = await browserClient().from('redirects').delete().eq('id', id);
  if (error) throw explain(error);
}

export async function dismissMissed(path: string): Promise<void> {
  const { error } = await browserClient().from('missed_paths').delete().eq('path', path);
  if (error) throw explain(error);
}
