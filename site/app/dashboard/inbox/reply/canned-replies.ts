import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

export const cannedKey = 'canned-replies';

async function readCannedReplies() {
  const { data } = await browserClient()
    .from('canned_replies')
    .select('id, name, body')
    .order('name')
    .throwOnError();
  return data;
}

export type CannedReply = Awaited<ReturnType<typeof readCannedReplies>>[number];

/** All of them: the database keeps 200 at most. */
export function useCannedReplies() {
  return useQuery({ queryKey: [cannedKey], queryFn: readCannedReplies });
}

/** Without an id it is a new one. */
export async function saveCannedReply({
  id,
  name,
  body,
}: Omit<CannedReply, 'id'> & { id?: string }): Promise<void> {
  const table = browserClient().from('canned_replies');
  if (id === undefined) await table.insert({ name, body }).throwOnError();
  else await table.update({ name, body }).eq('id', id).throwOnError();
}

export async function deleteCannedReply(id: string): Promise<void> {
  await browserClient().from('canned_replies').delete().eq('id', id).throwOnError();
}
