import { BookCall } from '../../bookings/book-call.tsx';
import { browserClient } from '../../../data/browser-client.ts';
import { useWrite } from '../../../data/use-write.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../screen/show-error.ts';
import { useAnnounce } from '../announcer.tsx';
import type { Lead } from '../read-lead-page.ts';
import { useMarkRead } from '../card/use-mark-read.ts';
import { workToolTexts as t } from './work-tool-texts.ts';
import styles from '../card/work.module.css';

async function endWait(leadId: string): Promise<void> {
  await browserClient().rpc('mark_answered', { lead: leadId }).throwOnError();
}

/** Read or unread, that nothing is owed, and a consultation. */
export function WorkButtons({ lead }: { lead: Lead }) {
  const announce = useAnnounce();
  const mark = useMarkRead();
  const end = useWrite(endWait, ['leads'], {
    onSuccess: () => announce(t.answered(lead.name)),
    onError: (error) => showError(error, `answered-${lead.id}`),
  });
  /** The button goes: the focus stays with the one beside it. */
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
    <div className={styles.choices}>
      <Button onClick={() => mark.mutate({ leadId: lead.id, isRead: isUnread })} variant="ghost">
        <RichText text={isUnread ? t.markRead(lead.name) : t.markUnread(lead.name)} />
      </Button>
      {work?.waiting_minutes != null && (
        <Button
          busy={end.isPending}
          onClick={({ currentTarget }) => endBeside(currentTarget)}
          variant="ghost"
        >
          <RichText text={t.noReplyNeeded(lead.name)} />
        </Button>
      )}
      <BookCall lead={lead} variant="ghost" />
    </div>
  );
}
