import { memo, Suspense, useState } from 'react';
import { WorkMarks } from './work-marks.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { ToolsPanel, ToolsToggle } from '../tools/tools-panel.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Billing } from './billing.tsx';
import { ConversationThread } from '../thread/conversation-thread.tsx';
import { leadTitleId } from '../list/use-focus-lead.ts';
import { LeadContact } from './lead-contact.tsx';
import { statusLabel, statusOrNew, statusShape, statusVariant } from '../../../lead/lead-status.ts';
import { LeadTime } from './lead-time.tsx';
import { MovedNote } from './moved-note.tsx';
import { reportLeft, reportViewing } from '../live/own-activity.ts';
import { PresenceMark } from '../live/presence-mark.tsx';
import type { RelatedRequests } from '../tools/related-requests.ts';
import type { Lead } from '../read-lead-page.ts';
import { ReplyForm } from '../reply/reply-form.tsx';
import { SelectLead } from '../bulk/select-lead.tsx';
import { StatusSelect } from './status-select.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { inboxTexts } from '../inbox-texts.ts';
import { LocalDate } from '../../screen/local-date.tsx';
import screenStyles from '../../screen/screen.module.css';
import styles from './lead-card.module.css';

const t = inboxTexts.card;

// All cards are closed at first.
const AddEmail = lazyPart(() => import('./add-email.tsx'));
const LeadOrigin = lazyPart(() => import('./lead-origin.tsx'));

/** Messages of the thread, and replies of staff. */
function CountBadges({ lead }: { lead: Lead }) {
  const messages = lead.replies.length + (lead.message ? 1 : 0);
  return (
    <>
      <Badge variant="outline">{t.messages(messages)}</Badge>
      <Badge variant="outline">{t.replies(lead.reply_count)}</Badge>
    </>
  );
}

function LeadFacts({ lead }: { lead: Lead }) {
  return (
    <dl className={styles.facts}>
      <dt className="muted">{t.firstMessage}</dt>
      <dd>
        <LeadTime timestamp={lead.created_at} withTime />
      </dd>
      {lead.last_reply_at && (
        <>
          <dt className="muted">{t.lastReply}</dt>
          <dd>
            <LeadTime timestamp={lead.last_reply_at} withTime />
          </dd>
        </>
      )}
    </dl>
  );
}

/** One lead. Memoized: a list may have hundreds of cards, and each page that is added would render them all. */
export const LeadCard = memo(function LeadCard({
  lead,
  related,
}: {
  lead: Lead;
  related: RelatedRequests | undefined;
}) {
  const [open, setOpen] = useState(false);
  const [hasTools, setHasTools] = useState(false);
  const { mutate: markRead } = useMarkRead();
  const titleId = leadTitleId(lead.id);
  const service = lead.services?.name ?? lead.service_name;
  const status = statusOrNew(lead.status);

  function toggle(): void {
    setOpen(!open);
    if (open) reportLeft(lead.id);
    else reportViewing(lead.id);
    const { work } = lead;
    if (!open && (work?.is_unread || work?.mentions_me)) markRead({ leadId: lead.id, isRead: true });
  }

  return (
    <article
      aria-labelledby={titleId}
      className={classNames(styles.card, screenStyles.panel)}
      data-status={status}
    >
      <div className={styles.main}>
        <div className={styles.person}>
          <header className={styles.head}>
            <SelectLead lead={lead} />
            <h2 className={styles.name} id={titleId} tabIndex={-1}>
              {lead.name}
            </h2>
            <Badge shape={statusShape(status)} variant={statusVariant(status)}>
              {statusLabel(status)}
            </Badge>
            <CountBadges lead={lead} />
            <LeadTime timestamp={lead.created_at} />
            {lead.email_bounced_at && <Badge variant="land">{inboxTexts.card.bounced}</Badge>}
            {lead.optOut && <Badge variant="outline">{inboxTexts.doNotContact}</Badge>}
            <WorkMarks lead={lead} />
            <MovedNote lead={lead} />
            <PresenceMark lead={lead.id} />
          </header>
          <div className={styles.who}>
            {service && (
              <p className={styles.service}>
                <RichText tags={{ name: (name) => <strong>{name}</strong> }} text={t.service(service)} />
              </p>
            )}
            {lead.erased_at ? (
              <p>
                <RichText
                  tags={{ day: () => <LocalDate timestamp={lead.erased_at ?? ''} /> }}
                  text={t.erased}
                />
              </p>
            ) : (
              <LeadContact lead={lead} />
            )}
          </div>
        </div>
        {!lead.erased_at && (
          <ConversationThread lead={lead} onToggle={toggle} open={open}>
            <ToolsToggle lead={lead} onToggle={() => setHasTools(!hasTools)} open={hasTools} />
          </ConversationThread>
        )}
        {!lead.erased_at && <ToolsPanel lead={lead} open={hasTools} />}
        {open && (
          <div className="muted text-15 col-span-full">
            <Suspense>
              <LeadOrigin lead={lead} related={related} />
            </Suspense>
          </div>
        )}
        {!lead.erased_at && lead.email === null && (
          <div className="muted text-15 col-span-full">
            <p>{t.noEmail}</p>
            <Suspense>
              <AddEmail lead={lead} />
            </Suspense>
          </div>
        )}
        {!lead.erased_at && lead.email !== null && <ReplyForm isWide={open} lead={lead} />}
      </div>
      <div className={classNames(styles.side, 'dense')}>
        {!lead.erased_at && <StatusSelect lead={lead} />}
        {!lead.erased_at && <Billing lead={lead} showsPractice={open} />}
        {open && <LeadFacts lead={lead} />}
      </div>
    </article>
  );
});
