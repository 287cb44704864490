import { memo, useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Billing } from './billing/billing.tsx';
import { ConversationThread } from './conversation-thread.tsx';
import { leadTitleId } from './position/use-focus-lead.ts';
import { LeadContact } from './contact/lead-contact.tsx';
import { statusLabel, statusOrNew, statusShape, statusVariant } from '../../lead/lead-status.ts';
import { LeadTime } from './lead-time.tsx';
import { MovedNote } from './moved/moved-note.tsx';
import type { Lead } from './read-lead-page.ts';
import { ReplyForm } from './reply-form.tsx';
import { StatusSelect } from './status-select.tsx';
import './lead-card.css';

function pluralize(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`;
}

/** Messages of the thread, and replies of staff. */
function CountBadges({ lead }: { lead: Lead }) {
  const messages = lead.replies.length + (lead.message ? 1 : 0);
  return (
    <>
      <Badge variant="outline">{pluralize(messages, 'message', 'messages')}</Badge>
      <Badge variant="outline">{pluralize(lead.reply_count, 'reply', 'replies')}</Badge>
    </>
  );
}

function LeadFacts({ lead }: { lead: Lead }) {
  return (
    <dl className="lead-facts">
      <dt>First message</dt>
      <dd>
        <LeadTime timestamp={lead.created_at} withTime />
      </dd>
      {lead.last_reply_at && (
        <>
          <dt>Last reply</dt>
          <dd>
            <LeadTime timestamp={lead.last_reply_at} withTime />
          </dd>
        </>
      )}
    </dl>
  );
}

/** One lead. Memoized: a list may have hundreds of cards, and each page that is added would render them all. */
export const LeadCard = memo(function LeadCard({ lead }: { lead: Lead }) {
  const [open, setOpen] = useState(false);
  const titleId = leadTitleId(lead.id);
  const service = lead.services?.name ?? lead.service_name;
  const status = statusOrNew(lead.status);

  return (
    <article aria-labelledby={titleId} className="lead-card panel" data-status={status}>
      <div className="lead-main">
        <div className="lead-person">
          <header className="lead-head">
            <h2 id={titleId} tabIndex={-1}>
              {lead.name}
            </h2>
            <Badge shape={statusShape(status)} variant={statusVariant(status)}>
              {statusLabel(status)}
            </Badge>
            <CountBadges lead={lead} />
            <MovedNote lead={lead} />
            <LeadTime timestamp={lead.created_at} />
          </header>
          <div className="lead-who">
            {service && (
              <p className="lead-service">
                Interested in: <strong>{service}</strong>
              </p>
            )}
            <LeadContact lead={lead} />
          </div>
        </div>
        <ConversationThread lead={lead} onToggle={() => setOpen(!open)} open={open} />
        <ReplyForm isWide={open} lead={lead} />
      </div>
      <div className="lead-side dense">
        <StatusSelect lead={lead} />
        <Billing lead={lead} showsPractice={open} />
        {open && <LeadFacts lead={lead} />}
      </div>
    </article>
  );
});
