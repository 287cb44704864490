import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import type { MailPage, MailProblem, OpenedMail } from './files/mail.ts';
import { mailTexts } from './mail-texts.ts';

/** Under the dashboard, whose responses are not cached. */
const filesPath = '/dashboard/mail/files';

async function fetchJson<Body extends object>(path: string): Promise<Body> {
  const { data } = await browserClient().auth.getSession();
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  // a proxy, or a server that is stopping, responds with its own text
  const body = (await response.json().catch(() => ({}))) as Body | MailProblem;
  if ('problem' in body) throw new Error(body.problem);
  if (!response.ok) throw new Error(mailTexts.errors.notLoaded);
  return body;
}

export function useMailbox() {
  return useInfiniteQuery({
    queryKey: ['mailbox'],
    queryFn: ({ pageParam }) =>
      fetchJson<MailPage>(
        `${filesPath}${pageParam === null ? '' : `?before=${encodeURIComponent(pageParam)}`}`,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
}

/** One message; it never changes. */
export function useMail(id: string) {
  return useQuery({
    queryKey: ['mail', id],
    queryFn: () => fetchJson<OpenedMail>(`${filesPath}/${encodeURIComponent(id)}`),
    staleTime: Infinity,
  });
}
