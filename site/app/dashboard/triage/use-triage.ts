import { useInfiniteQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { newestFirst, pageOf, type Cursor } from '../../data/keyset-cursor.ts';
import { mailColumns, receivedMailsKey, type ReceivedMail } from '../inbox/received/read-received-mails.ts';

export type Shown = 'triage' | 'machine' | 'dismissed';

const perPage = 30;

/** The order of the index received_mails_newest. */
async function readRows(shown: Shown, after: Cursor | null): Promise<ReceivedMail[]> {
  let query = browserClient()
    .from('received_mails')
    .select(mailColumns)
    .eq('state', shown)
    .is('message_id', null)
    .order('received_at', newestFirst)
    .order('id', newestFirst)
    .limit(perPage + 1);
  if (after)
    query = query
      .lte('received_at', after.createdAt)
      .or(`received_at.lt."${after.createdAt}",and(received_at.eq."${after.createdAt}",id.lt.${after.id})`);
  const { data } = await query.throwOnError();
  return data;
}

/** Newest first, page by page; read again when a mail comes or is sorted (use-live-inbox.ts). */
export function useTriage(shown: Shown, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...receivedMailsKey, 'triage', shown],
    queryFn: async ({ pageParam }) => pageOf(await readRows(shown, pageParam), perPage),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => page.next,
    enabled,
  });
}

export async function makeLead(mail: string): Promise<void> {
  await browserClient().rpc('make_lead_of_mail', { mail }).throwOnError();
}

export async function dismissMail(mail: string): Promise<void> {
  await browserClient().rpc('dismiss_received_mail', { mail }).throwOnError();
}

export async function restoreMail(mail: string): Promise<void> {
  await browserClient().rpc('return_mail_to_triage', { mail }).throwOnError();
}
