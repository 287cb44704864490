import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import type { MailPage, MailProblem, OpenedMail } from './files/mail.ts';

/** Under the dashboard, whose answers are never kept for others. */
const files = '/dashboard/mail/files';

async function ask<Answer extends object>(path: string): Promise<Answer> {
  const { data } = await browserClient().auth.getSession();
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  // who is in between (a proxy, a server that stops) answers in words of its own
  const body = (await response.json().catch(() => ({}))) as Answer | MailProblem;
  if ('problem' in body) throw new Error(body.problem);
  if (!response.ok) throw new Error("We couldn't load the mail. Please try again in a moment.");
  return body;
}

/** The mail of this machine, newest first. */
export function useMailbox() {
  return useInfiniteQuery({
    queryKey: ['mailbox'],
    queryFn: ({ pageParam }) =>
      ask<MailPage>(`${files}${pageParam === null ? '' : `?before=${encodeURIComponent(pageParam)}`}`),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** One message with its text; what is written stays as it is. */
export function useMail(id: string) {
  return useQuery({
    queryKey: ['mail', id],
    queryFn: () => ask<OpenedMail>(`${files}/${encodeURIComponent(id)}`),
    staleTime: Infinity,
  });
}
