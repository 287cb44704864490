import { RichText } from '../../../texts/rich-text.tsx';
import { showError } from '../../screen/show-error.ts';
import { dismissErrors } from '../../../ui/toast.tsx';
import { useAnnounce } from '../announcer.tsx';
import { useChangeStatus } from './use-change-status.ts';
import { statusLabel, statusOrNew } from '../../../lead/lead-status.ts';
import { leadTitleId } from '../list/use-focus-lead.ts';
import type { Lead } from '../read-lead-page.ts';
import { inboxTexts } from '../inbox-texts.ts';
import styles from './lead-card.module.css';
import { clearFormerStatus, recordFormerStatus, useFormerStatus } from './former-status.ts';

/** Why a card is still shown although it no longer matches, with undo of its status. A sent reply stays sent. */
export function MovedNote({ lead }: { lead: Lead }) {
  const former = useFormerStatus(lead.id);
  const announce = useAnnounce();
  const status = statusOrNew(lead.status);
  const form = `status-${lead.id}`;
  const undo = useChangeStatus({
    onChanged({ to }) {
      dismissErrors(form);
      announce(inboxTexts.changes.status(lead.name, statusLabel(to)));
    },
    onFailed(error, { from, to }) {
      recordFormerStatus(lead.id, to);
      showError(error, form);
      announce(inboxTexts.changes.status(lead.name, statusLabel(from)));
    },
  });

  if (former === undefined || former === status) {
    return lead.isKept ? <p className={styles.moved}>{inboxTexts.moved.noMatch}</p> : null;
  }
  if (!lead.isKept) return null;

  function undoChange(to: string): void {
    // the button disappears with the note
    document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus({ preventScroll: true });
    clearFormerStatus(lead.id);
    undo.mutate({ leadId: lead.id, from: status, to });
  }

  return (
    <p className={styles.moved}>
      <span>{inboxTexts.moved.movedTo(statusLabel(status))}</span>
      <span aria-hidden="true"> · </span>
      <button className="link" onClick={() => undoChange(former)} type="button">
        <RichText text={inboxTexts.moved.undo(lead.name, statusLabel(former))} />
      </button>
    </p>
  );
}
