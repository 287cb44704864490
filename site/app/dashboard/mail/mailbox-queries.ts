import { useQuery } from '@tanstack/react-query';
import { fetchAsUser } from '../../data/browser-client.ts';
import { usePages } from '../../data/read-newest.ts';
import type { MailPage, MailProblem, OpenedMail } from './files/mail.ts';
import { mailboxTexts } from './mailbox-texts.ts';

/** Under the dashboard, whose responses are not cached. */
const filesPath = '/dashboard/mail/files';

async function fetchJson<Result extends object>(path: string): Promise<Result> {
  const { ok, body } = await fetchAsUser<Result | MailProblem>(path);
  if (body && 'problem' in body) throw new Error(body.problem);
  if (!ok || !body) throw new Error(mailboxTexts.errors.notLoaded);
  return body;
}

export function useMailbox() {
  return usePages(['mailbox'], (after: string | null) =>
    fetchJson<MailPage>(`${filesPath}${after === null ? '' : `?before=${encodeURIComponent(after)}`}`),
  );
}

/** One message; it never changes. */
export function useMail(id: string) {
  return useQuery({
    queryKey: ['mail', id],
    queryFn: () => fetchJson<OpenedMail>(`${filesPath}/${encodeURIComponent(id)}`),
    staleTime: Infinity,
  });
}
