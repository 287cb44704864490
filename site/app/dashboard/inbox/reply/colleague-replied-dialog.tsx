// The dialog shown before sending when a colleague has already replied to the lead.
import { createPortal } from 'react-dom';
import { defineTexts } from '../../../texts/define-texts.ts';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { MutedTime } from '../../screen/shown-times.tsx';
import type { Lead, LeadMessageRow } from '../read-leads-page.ts';

const t = defineTexts({
  title: (colleague: string, lead: string) => `${colleague} has already replied to ${lead}`,
  consequence: (lead: string) => `If you send yours too, ${lead} will get both.`,
  keep: 'Keep editing',
  send: 'Send mine too',
});

/** Shows a reply that a colleague sent since this one was begun, and asks whether to send this one as well. */
export default function ColleagueRepliedDialog(props: {
  theirs: LeadMessageRow;
  lead: Lead;
  onClose: () => void;
  onSend: () => void;
}) {
  const { theirs, lead } = props;
  const { data } = useAssignableAccounts();
  const colleague = data?.find(({ id }) => id === theirs.author_id)?.name ?? inboxTexts.thread.colleague;
  return createPortal(
    <ConfirmDialog
      busyText=""
      id="replied-since"
      no={t.keep}
      onClose={props.onClose}
      onYes={props.onSend}
      title={t.title(colleague, lead.name)}
      yes={t.send}
    >
      <blockquote className="pre-wrap">{theirs.message}</blockquote>
      <p className="small muted">
        <MutedTime timestamp={theirs.created_at} withTime />
      </p>
      <p>{t.consequence(lead.name)}</p>
    </ConfirmDialog>,
    document.body,
  );
}
