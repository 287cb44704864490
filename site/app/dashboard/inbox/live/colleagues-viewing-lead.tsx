// Shows which colleagues view a lead or type a reply, by Realtime presence.
import { useCallback, useSyncExternalStore } from 'react';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { defineTexts } from '../../../texts/define-texts.ts';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { readPresentOn, subscribeToPresence } from './presence.ts';
import styles from './colleagues-viewing-lead.module.css';

const t = defineTexts({
  viewing: (names: string) => `${names} is viewing`,
  viewingAll: (names: string) => `${names} are viewing`,
  typing: (names: string) => `${names} is typing...`,
  typingAll: (names: string) => `${names} are typing...`,
});

const list = new Intl.ListFormat('en-CA');

/** Shows which colleagues have this lead open, and which of them are typing. */
export default function ColleaguesViewingLead({ lead }: { lead: string }) {
  const { id } = useSignedInSession().user;
  const follow = useCallback((listener: () => void) => subscribeToPresence(id, listener), [id]);
  const present = useSyncExternalStore(follow, () => readPresentOn(lead));
  const others = present.filter(({ account }) => account !== id);
  const { data } = useAssignableAccounts(others.length > 0);
  if (others.length === 0 || !data) return null;
  const writing = others.filter(({ is_typing: isTyping }) => isTyping);
  const shown = [...new Set((writing.length > 0 ? writing : others).map(({ account }) => account))];
  const names = shown.map(
    (account) => data.find((one) => one.id === account)?.name ?? inboxTexts.thread.colleague,
  );
  const isOne = names.length === 1;
  const text = writing.length > 0 ? (isOne ? t.typing : t.typingAll) : isOne ? t.viewing : t.viewingAll;
  return <output className={styles.here}>{text(list.format(names))}</output>;
}
