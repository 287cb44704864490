// The card of one lead.
import { BookedCall } from '../../bookings/booked-call.tsx';
import { latestCallOf } from '../../bookings/latest-call-of.ts';
import { useAgency } from '../../../agency/use-agency.ts';
import { memo, useState, type ReactNode, useSyncExternalStore } from 'react';
import { LeadWorkSummary } from './lead-work-summary.tsx';
import { useSetLeadRead } from '../leads/use-set-lead-read.ts';
import { LeadToolsPanel, LeadToolsToggle } from '../tools/lead-tools-panel.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { LeadBilling } from './billing.tsx';
import { ConversationThread } from '../thread/conversation-thread.tsx';
import { leadTitleId } from '../leads/list-position.tsx';
import {
  leadStatusLabel,
  leadStatusOrNew,
  leadStatusShape,
  leadStatusVariant,
} from '../../../lead/lead-status.ts';
import { MutedTime } from '../../screen/shown-times.tsx';
import { FilterMismatchNotice, StatusSelect } from './change-status.tsx';
import { inboxActivity } from '../live/inbox-activity.ts';
import type { RelatedLeads } from '../leads/related-leads.ts';
import type { Lead } from '../read-leads-page.ts';
import { ReplyForm } from '../reply/reply-form.tsx';
import { LeadCheckbox } from '../bulk/select-leads.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { inboxTexts as t } from '../inbox-texts.ts';
import { formatShortDate } from '../../../ui/format-values.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './lead-card.module.css';
import { phoneLink } from '../../../contact/phone-number.ts';
import { leadCardFieldNames, leadFields, type LeadFieldName } from '../../../lead/lead-fields.ts';
import { leadTexts } from '../../../lead/lead-texts.ts';
import { Icon } from '../../../ui/icon.tsx';

// Loaded lazily, because all cards are closed at first.
const AddEmailForm = lazyComponent(() => import('./add-email-form.tsx'));
const LeadDetails = lazyComponent(() => import('./lead-details.tsx'));

/** Number of messages in the thread, and of replies from staff. */
function CountBadges({ lead }: { lead: Lead }) {
  const messages = lead.replies.length + (lead.message ? 1 : 0);
  return (
    <>
      {(messages > 0 || lead.calls.length === 0) && (
        <Badge variant="outline">{t.card.messages(messages)}</Badge>
      )}
      <Badge variant="outline">{t.card.replies(lead.reply_count)}</Badge>
    </>
  );
}

interface LeadCardProps {
  lead: Lead;
  related: RelatedLeads | undefined;
}

/** One lead. Memoized, because a list may have hundreds of cards, and each added page would render them all. */
export const LeadCard = memo(function LeadCard({ lead, related }: LeadCardProps) {
  const [open, setOpen] = useState(false);
  const [hasTools, setHasTools] = useState(false);
  const { timeZone } = useAgency();
  const { mutate: markRead } = useSetLeadRead();
  const titleId = leadTitleId(lead.id);
  const service = lead.services?.name ?? lead.service_name;
  const status = leadStatusOrNew(lead.status);
  const call = latestCallOf(lead.calls);

  function toggle(): void {
    setOpen(!open);
    if (open) inboxActivity.end(lead.id);
    else inboxActivity.report(lead.id);
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
        <header className={styles.head}>
          <LeadCheckbox lead={lead} />
          <h2 className={styles.name} id={titleId} tabIndex={-1}>
            <bdi>{lead.name}</bdi>
          </h2>
          <Badge shape={leadStatusShape(status)} variant={leadStatusVariant(status)}>
            {leadStatusLabel(status)}
          </Badge>
          <CountBadges lead={lead} />
          <MutedTime timestamp={lead.created_at} />
          {lead.email_bounced_at && <Badge variant="land">{t.card.bounced}</Badge>}
          {lead.optOut && <Badge variant="outline">{t.doNotContact}</Badge>}
          <LeadWorkSummary lead={lead} />
          <FilterMismatchNotice lead={lead} />
          <PresenceMark lead={lead.id} />
        </header>
        <div className={styles.who}>
          {service && (
            <p className={styles.service}>
              <RichText tags={{ name: (name) => <strong>{name}</strong> }} text={t.card.service(service)} />
            </p>
          )}
          {call && <BookedCall call={call} />}
          {lead.erased_at ? (
            <p>
              <RichText
                tags={{ day: () => formatShortDate(lead.erased_at ?? '', timeZone) }}
                text={t.card.erased}
              />
            </p>
          ) : (
            <LeadContact lead={lead} />
          )}
        </div>
        {!lead.erased_at && (
          <ConversationThread lead={lead} onToggle={toggle} open={open}>
            <LeadToolsToggle lead={lead} onToggle={() => setHasTools(!hasTools)} open={hasTools} />
          </ConversationThread>
        )}
      </div>
      {!lead.erased_at && (
        <>
          <LeadToolsPanel lead={lead} open={hasTools} />
          {open && <LeadDetails lead={lead} related={related} />}
          <div className={classNames(styles.side, 'dense')}>
            {lead.email === null ? (
              <div className="muted text-15">
                <p>{t.card.noEmail}</p>
                <AddEmailForm lead={lead} />
              </div>
            ) : (
              <ReplyForm isThreadOpen={open} lead={lead} />
            )}
            <div className={styles.actions}>
              <StatusSelect lead={lead} />
              <LeadBilling lead={lead} showsPractice={open} />
            </div>
          </div>
        </>
      )}
    </article>
  );
});

/** The address with a break opportunity after its @; inside a word it breaks only if that is not enough. */
function breakableEmail(email: string): ReactNode {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </>
  );
}

function linkOf(name: LeadFieldName, value: string): string | null {
  const { format } = leadFields[name];
  if (format === 'email') return `mailto:${encodeURIComponent(value).replace('%40', '@')}`;
  return format === 'phone' ? phoneLink(value) : null;
}

/**
 * The contact facts of a lead. Those that can be dialled or mailed are links; others have a label, which is only for
 * screen readers if there is an icon.
 */
function LeadContact({ lead }: { lead: Lead }) {
  return (
    <ul className={styles.contact}>
      {leadCardFieldNames.map((name) => {
        const { icon, format } = leadFields[name];
        const value = lead[name];
        if (!value) return null;
        const link = linkOf(name, value);
        const text = format === 'email' ? breakableEmail(value) : value;
        return (
          <li key={name}>
            {icon && <Icon name={icon} />}
            {link === null && (
              <span className={icon ? 'sr-only' : undefined}>{`${leadTexts.fields[name].label}: `}</span>
            )}
            {link === null ? <span>{text}</span> : <a href={link}>{text}</a>}
          </li>
        );
      })}
    </ul>
  );
}

const ColleaguesViewingLead = lazyComponent(() => import('../live/colleagues-viewing-lead.tsx'));

/** Shows which colleagues view this lead; loaded once a user opens a lead or types, or a little later. */
function PresenceMark({ lead }: { lead: string }) {
  const isStarted = useSyncExternalStore(inboxActivity.subscribe, inboxActivity.hasStarted);
  return isStarted && <ColleaguesViewingLead lead={lead} />;
}
