import { useSignedIn } from '../../../auth/session/session-store.ts';
import { originTexts } from '../contact/origin-texts.ts';
import { useColleagueName } from '../thread/sent-by.tsx';

const t = originTexts.source;

/** Who added a lead: oneself, a colleague, or one who is no longer in the team. */
export function AddedBy({ accountId }: { accountId: string | null }) {
  const { user } = useSignedIn();
  const isOwn = accountId === user.id;
  const { data: name } = useColleagueName(accountId, !isOwn && accountId !== null);
  if (isOwn) return <span>{t.addedByYou}</span>;
  if (accountId !== null && name === undefined) return null;
  return <span>{name ? t.addedBy(name) : t.addedByFormer}</span>;
}
