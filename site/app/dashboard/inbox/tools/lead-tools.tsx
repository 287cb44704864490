// The panel of tools for one lead.
import { AssigneeSelect } from './assignee-select.tsx';
import { NoteForm } from '../thread/note-form.tsx';
import type { Lead } from '../read-leads-page.ts';
import { FollowUpForm } from './follow-up-form.tsx';
import { LogCallOrVisitForm } from './log-call-or-visit-form.tsx';
import styles from './tools.module.css';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../announcer.tsx';
import { linksTexts as t, workToolTexts } from './tools-texts.ts';
import { BookCallButton } from '../../bookings/choose-time.tsx';
import { useSetLeadRead } from '../leads/use-set-lead-read.ts';

/** Tools that are used for a lead only now and then; loaded when the panel is first opened. */
export default function LeadTools({ lead }: { lead: Lead }) {
  return (
    <div className={styles.tools}>
      <div className={styles.column}>
        <div className={styles.fields}>
          <AssigneeSelect lead={lead} />
          <FollowUpForm lead={lead} />
        </div>
        <WorkButtons lead={lead} />
        {lead.email && <RevokeLinks lead={lead} />}
      </div>
      <NoteForm lead={lead} />
      <LogCallOrVisitForm lead={lead} />
    </div>
  );
}

/** Revokes the links to this conversation's page in earlier mails, which anyone who has one can open. */
function RevokeLinks({ lead }: { lead: Lead }) {
  const announce = useAnnounce();
  const revoke = useWriteMutation(
    (lead: string) => callDatabaseFunction('revoke_conversation_links', { lead }),
    [],
    {
      form: `links-${lead.id}`,
      onSuccess: () => announce(t.done(lead.name)),
    },
  );
  return (
    <div className={styles.group}>
      <p className="small muted">{revoke.isSuccess ? t.off : t.on}</p>
      <Button
        busy={revoke.isPending}
        busyText={t.busy}
        onClick={() => revoke.mutate(lead.id)}
        variant="ghost"
      >
        <RichText text={t.revoke(lead.name)} />
      </Button>
    </div>
  );
}

/** Buttons: read or unread, no reply needed, and book a consultation. */
function WorkButtons({ lead }: { lead: Lead }) {
  const announce = useAnnounce();
  const mark = useSetLeadRead();
  const end = useWriteMutation(
    (leadId: string) => callDatabaseFunction('mark_answered', { lead: leadId }),
    ['leads'],
    {
      form: `answered-${lead.id}`,
      onSuccess: () => announce(workToolTexts.answered(lead.name)),
    },
  );
  /** Marks the lead as needing no reply; then its button is removed, so the focus moves to the button before it. */
  function endBeside(button: HTMLElement): void {
    const { previousElementSibling: beside } = button;
    end.mutate(lead.id, {
      onSuccess() {
        if (document.activeElement === button && beside instanceof HTMLElement) beside.focus();
      },
    });
  }
  const { work } = lead;
  const isUnread = work?.is_unread ?? false;
  return (
    <div className={styles.group}>
      <Button onClick={() => mark.mutate({ leadId: lead.id, isRead: isUnread })} variant="ghost">
        <RichText text={isUnread ? workToolTexts.markRead(lead.name) : workToolTexts.markUnread(lead.name)} />
      </Button>
      {work?.waiting_minutes != null && (
        <Button
          busy={end.isPending}
          onClick={({ currentTarget }) => endBeside(currentTarget)}
          variant="ghost"
        >
          <RichText text={workToolTexts.noReplyNeeded(lead.name)} />
        </Button>
      )}
      <BookCallButton lead={lead} variant="ghost" />
    </div>
  );
}
