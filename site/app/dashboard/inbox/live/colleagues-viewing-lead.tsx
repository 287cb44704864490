// Shows which colleagues view a lead or type a reply, by Realtime presence.
import { defineTexts } from '../../../texts/define-texts.ts';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { useColleaguesAt } from '../../presence/use-colleagues-at.ts';
import { inboxPresence } from './inbox-presence.ts';
import styles from '../../presence/colleagues.module.css';

const t = defineTexts({
  viewing: (names: string) => `${names} is viewing`,
  viewingAll: (names: string) => `${names} are viewing`,
  typing: (names: string) => `${names} is typing...`,
  typingAll: (names: string) => `${names} are typing...`,
});

const list = new Intl.ListFormat('en-CA');

/** Shows which colleagues have this lead open, and which of them are typing. */
export default function ColleaguesViewingLead({ lead }: { lead: string }) {
  const others = useColleaguesAt(inboxPresence, lead);
  const { data } = useAssignableAccounts(others.length > 0);
  if (others.length === 0 || !data) return null;
  const writing = others.filter(({ detail }) => detail !== null);
  const shown = [...new Set((writing.length > 0 ? writing : others).map(({ account }) => account))];
  const names = shown.map(
    (account) => data.find((one) => one.id === account)?.name ?? inboxTexts.thread.colleague,
  );
  const isOne = names.length === 1;
  const text = writing.length > 0 ? (isOne ? t.typing : t.typingAll) : isOne ? t.viewing : t.viewingAll;
  return <output className={styles.here}>{text(list.format(names))}</output>;
}
