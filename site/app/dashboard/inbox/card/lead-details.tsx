// The details that an open card shows about its lead.
import { useAgency } from '../../../agency/use-agency.ts';
import { type RelatedLeads, useEnableRelatedLeads, personViewLocation } from '../leads/related-leads.ts';
import type { Lead } from '../read-leads-page.ts';
import { leadOriginTexts as t, relatedLeadsTexts } from './lead-origin-texts.ts';
import styles from './lead-card.module.css';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { useColleagueName } from '../thread/reply-author-label.tsx';
import { useState } from 'react';
import { impliedConsentEnd } from '../../../lead/consent.ts';
import { Button } from '../../../ui/button.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { useAnnounce } from '../announcer.tsx';
import { MutedTime } from '../../screen/shown-times.tsx';
import { formatShortDate } from '../../../ui/format-values.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { Link } from 'react-router';
import { leadStatusLabel, leadStatusOrNew } from '../../../lead/lead-status.ts';
import personStyles from './person.module.css';
import screenStyles from '../../screen/screen.module.css';
import { Icon } from '../../../ui/icon.tsx';
import { inboxTexts } from '../inbox-texts.ts';

/** Shown below an open conversation: the person, and where the lead came from. */
export default function LeadDetails({ lead, related }: { lead: Lead; related: RelatedLeads | undefined }) {
  return (
    <div className={styles.origin}>
      <LeadDates lead={lead} />
      <OtherRequests lead={lead} related={related} />
      <LeadSource lead={lead} />
      <LeadConsent lead={lead} />
    </div>
  );
}

function LeadDates({ lead }: { lead: Lead }) {
  return (
    <dl className={styles.dates}>
      <div>
        <dt>{t.dates.first}</dt>
        <dd>
          <MutedTime timestamp={lead.created_at} withTime />
        </dd>
      </div>
      {lead.last_reply_at && (
        <div>
          <dt>{t.dates.reply}</dt>
          <dd>
            <MutedTime timestamp={lead.last_reply_at} withTime />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Who added a lead: the user, a colleague, or someone who has left the team. */
function AddedBy({ accountId }: { accountId: string | null }) {
  const { user } = useSignedInSession();
  const isOwn = accountId === user.id;
  const { data: name } = useColleagueName(accountId, !isOwn && accountId !== null);
  if (isOwn) return <span>{t.source.addedByYou}</span>;
  if (accountId !== null && name === undefined) return null;
  return <span>{name ? t.source.addedBy(name) : t.source.addedByFormer}</span>;
}

type Source = Pick<
  Lead,
  | 'origin'
  | 'channel'
  | 'created_by'
  | 'landing_path'
  | 'referrer_host'
  | 'campaign_source'
  | 'campaign_medium'
  | 'campaign_name'
>;

function nameOfChannel(channel: string): string {
  return channel === 'phone' ? t.source.phone : channel === 'in_person' ? t.source.in_person : t.source.other;
}

function describeSource(lead: Source): string[] {
  const campaign = [lead.campaign_source, lead.campaign_medium, lead.campaign_name].filter(Boolean);
  return [
    ...(lead.referrer_host ? [t.source.site(lead.referrer_host)] : []),
    ...(campaign.length > 0 ? [t.source.campaign(campaign.join(', '))] : []),
    ...(lead.landing_path ? [t.source.landing(lead.landing_path)] : []),
    ...(lead.origin === 'api' ? [t.source.api] : []),
    ...(lead.channel ? [nameOfChannel(lead.channel)] : []),
  ];
}

/** The source of a lead in one line; nothing if it is unknown. */
function LeadSource({ lead }: { lead: Source }) {
  const parts = describeSource(lead);
  if (parts.length === 0) return null;
  return (
    <ul aria-label={t.source.label} className={styles.source}>
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
      {lead.origin === 'staff' && (
        <li>
          <AddedBy accountId={lead.created_by} />
        </li>
      )}
    </ul>
  );
}

/**
 * What is known about the consent to emails, by priority: an opt-out, then a consent, then the implied consent of a
 * request.
 */
function describeConsent(lead: Lead, now: Date, timeZone: string): string[] {
  const { optOut, consent_at: agreedAt, consent_text: agreed, source_path: page } = lead;
  if (optOut) {
    const day = formatShortDate(optOut.since, timeZone);
    return [
      optOut.by_link ? t.consent.refusedByLink(day) : t.consent.refusedByHand(day),
      t.consent.answersOnly,
    ];
  }
  if (agreedAt !== null && agreed !== null)
    return [t.consent.agreed(formatShortDate(agreedAt, timeZone), page ?? ''), t.consent.quote(agreed)];
  if (lead.asked_for_contact === false) return [t.consent.notAsked];
  const end = impliedConsentEnd(lead.created_at);
  const day = formatShortDate(end.toISOString(), timeZone);
  return [end > now ? t.consent.implied(day) : t.consent.impliedEnded(day)];
}

/** Whether this person may be emailed, and why. */
function LeadConsent({ lead }: { lead: Lead }) {
  const { timeZone } = useAgency();
  const announce = useAnnounce();
  const [now] = useState(() => new Date());
  // applies to every card with the same address
  const change = useWriteMutation(setRefused, leadsQueryKey, {
    waits: true,
    form: `consent-${lead.id}`,
    about: inboxTexts.toastFor(lead.name),
    onSuccess: (_, { refused }) =>
      announce(refused ? t.consent.nowRefused(lead.name) : t.consent.nowAllowed(lead.name)),
  });
  const isRefused = lead.optOut !== null;
  return (
    <div className={styles.consent}>
      {describeConsent(lead, now, timeZone).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {lead.email !== null && (
        <Button
          busy={change.isPending}
          busyText={t.consent.busy}
          onClick={() => change.mutate({ lead: lead.id, refused: !isRefused })}
          variant="ghost"
        >
          <RichText text={isRefused ? t.consent.allow(lead.name) : t.consent.refuse(lead.name)} />
        </Button>
      )}
    </div>
  );
}

const setRefused = ({ lead, refused }: { lead: string; refused: boolean }) =>
  callDatabaseFunction('set_do_not_contact', { lead, refused });

function describeTotal({ total, leads }: RelatedLeads, leadAt: string): string {
  if (total > 100) return relatedLeadsTexts.otherMany;
  const earlier = leads.filter(({ created_at: at }) => Date.parse(at) <= Date.parse(leadAt)).length;
  if (earlier === total) return relatedLeadsTexts.earlier(total);
  return earlier === 0 && leads.length === total
    ? relatedLeadsTexts.later(total)
    : relatedLeadsTexts.other(total);
}

/** "2 earlier requests" on an open card, each with a link to its own card; nothing if there are none. */
function OtherRequests({ lead, related }: { lead: Lead; related: RelatedLeads | undefined }) {
  const { timeZone } = useAgency();
  useEnableRelatedLeads();
  if (!related || lead.erased_at) return null;
  return (
    <details className={screenStyles.disclosure}>
      <summary>
        <span>{describeTotal(related, lead.created_at)}</span>
        <Icon name="chevron-down" />
      </summary>
      <ul className={personStyles.requests}>
        {related.leads.map((other) => (
          <li key={other.id}>
            <Link className="link" to={personViewLocation(lead.id, other.id)}>
              {relatedLeadsTexts.request(
                formatShortDate(other.created_at, timeZone),
                other.service_name ?? '',
              )}
            </Link>{' '}
            <span className={personStyles.status}>{leadStatusLabel(leadStatusOrNew(other.status))}</span>
            <span className="truncate block">{other.words ?? relatedLeadsTexts.noText}</span>
          </li>
        ))}
      </ul>
      <Link className="text-link text-15" to={personViewLocation(lead.id)}>
        <span>
          <RichText text={relatedLeadsTexts.showAll(lead.name)} />
        </span>
      </Link>
    </details>
  );
}
