// The author of a staff reply: a hook for a colleague's name, the note that shows it.
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { inboxTexts } from '../inbox-texts.ts';

const t = inboxTexts.thread;

async function readColleagueName(userId: string): Promise<string | null> {
  const { data } = await browserClient()
    .from('profiles')
    .select('full_name, email')
    .eq('id', userId)
    .maybeSingle()
    .throwOnError();
  return data && (data.full_name || data.email);
}

/** Null if the profile is not readable, because the account has left the team. */
export function useColleagueName(accountId: string | null, enabled: boolean) {
  return useQuery({
    queryKey: ['colleague-name', accountId],
    queryFn: () => readColleagueName(accountId ?? ''),
    enabled,
  });
}

/** Who wrote a colleague's reply: its heading is "You", as for every reply of staff. */
export function ReplyAuthorLabel({ authorId }: { authorId: string }) {
  const { user } = useSignedInSession();
  const isOwn = authorId === user.id;
  const { data: name } = useColleagueName(authorId, !isOwn);
  if (isOwn || name === undefined) return null;
  return <span className="small muted">{t.sentBy(name ?? t.formerColleague)}</span>;
}
