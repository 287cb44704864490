// The list of leads that need a reply.
import { BookedCall } from '../bookings/booked-call.tsx';
import { latestCallOf } from '../bookings/latest-call-of.ts';
import { Link } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { replyFieldUrlHash } from '../inbox/leads/list-position.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { Icon, Spinner } from '../../ui/icon.tsx';
import { LoadFailedNotice } from '../screen/load-failed-notice.tsx';
import { LoadMoreButton } from '../screen/load-more-button.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { overviewTexts } from './overview-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './overview.module.css';
import { formatShortDate } from '../../ui/format-values.ts';
import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import { keysetPageOf, type KeysetCursor } from '../../data/keyset-cursor.ts';
import { usePagedQuery } from '../../data/read-newest.ts';
import { leadsQueryKey } from '../inbox/leads-cache.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "Nov 12" in the agency's time zone; with the year if it is more than 300 days ago. */
export function formatWaitingSince(timestamp: string, now: Date, timeZone: string): string {
  const date = new Date(timestamp);
  const sameYear = { month: 'short', day: 'numeric', timeZone } as const;
  const isPlain = now.getTime() - date.getTime() < 300 * day;
  return isPlain ? date.toLocaleDateString('en-US', sameYear) : formatShortDate(timestamp, timeZone);
}

/** Time since `timestamp` (ISO 8601): "8 days", "5 hours", "12 minutes". At least a minute. */
export function formatWaitingTime(timestamp: string, now: Date): string {
  const waited = Math.max(now.getTime() - new Date(timestamp).getTime(), minute);
  if (waited >= day) return t.days(Math.floor(waited / day));
  if (waited >= hour) return t.hours(Math.floor(waited / hour));
  return t.minutes(Math.floor(waited / minute));
}

const t = overviewTexts.needsReply;

function WaitingRow({ lead, now }: { lead: WaitingLead; now: Date }) {
  const { timeZone } = useAgency();
  const { name, email, message, service_name, services, bookings } = lead.leads;
  const call = latestCallOf(bookings);
  const about = [services?.name ?? service_name, message].filter(Boolean).join(' · ');
  return (
    <li className={styles.waitingRow}>
      <div>
        <h3 className="sans text-16 leading-15">{name}</h3>
        {(about !== '' || !call) && <p className="small muted truncate">{about || t.noMessage}</p>}
        {call && <BookedCall call={call} />}
      </div>
      <p className={styles.waitingTime}>
        <span className="figure">{formatWaitingTime(lead.created_at, now)}</span>
        <time className="muted" dateTime={lead.created_at}>
          {t.since(formatWaitingSince(lead.created_at, now, timeZone))}
        </time>
      </p>
      <ButtonLink
        to={`/dashboard/messages?${new URLSearchParams({ search: email ?? name }).toString()}${replyFieldUrlHash(lead.id)}`}
        variant="secondary"
      >
        <RichText text={t.reply(name)} />
      </ButtonLink>
    </li>
  );
}

/** Leads that need a reply, longest wait first, each with a link to it in the inbox. */
export function NeedsReplyList({ now }: { now: Date }) {
  const query = usePagedQuery(waitingLeadsQueryKey, readWaitingLeads);
  const { data: leads = [], isPending, isSuccess, isFetching, isError, refetch } = query;
  const { data: count = 0 } = useLeadsNeedingReplyCount();
  return (
    <section aria-labelledby="needs-reply" className={classNames(styles.needsReply, screenStyles.panel)}>
      <div className={styles.needsReplyHead}>
        <h2 className={screenStyles.panelTitle} id="needs-reply">
          {count > 0 ? (
            <Link className="link" to="/dashboard/messages?needs=reply">
              {t.titleWithCount(count)}
            </Link>
          ) : (
            t.title
          )}
        </h2>
        <Link className="text-link text-16" to="/dashboard/messages">
          {t.allMessages}
          <Icon name="arrow-right" />
        </Link>
      </div>
      {isPending && <Spinner className={styles.loading} label={t.loading} />}
      {isError && (
        <div className={styles.failed}>
          <LoadFailedNotice busy={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {isSuccess && leads.length === 0 && <EmptyState text={t.empty} />}
      {leads.length > 0 && (
        <ul aria-busy={isFetching}>
          {leads.map((lead) => (
            <WaitingRow key={lead.id} lead={lead} now={now} />
          ))}
        </ul>
      )}
      <LoadMoreButton pages={query} what={t.what} />
    </section>
  );
}

const pageSize = 5;

/**
 * A page of the leads that need a reply, the longest wait first. The database decides which ones do: see
 * supabase/schemas/46-work/leads-needing-reply.sql.
 */
async function readWaitingLeads(after: KeysetCursor | null) {
  let query = browserClient()
    .from('leads_needing_reply')
    .select(
      'id:lead_id, created_at:since, leads(name, email, message, service_name, services(name), bookings(id, starts_at, state))',
    )
    .order('since')
    .order('lead_id')
    .limit(pageSize + 1);
  if (after) {
    const { createdAt, id } = after;
    // The other conditions imply the first, but only with it can the index be used.
    query = query
      .gte('since', createdAt)
      .or(`since.gt."${createdAt}",and(since.eq."${createdAt}",lead_id.gt.${id})`);
  }
  const { data } = await query.throwOnError();
  return keysetPageOf(data, pageSize);
}

type WaitingLead = Awaited<ReturnType<typeof readWaitingLeads>>['items'][number];

export const waitingLeadsQueryKey = [...leadsQueryKey, 'waiting'];

const countWaitingLeads = () => callDatabaseFunction('count_leads_needing_reply');

export function useLeadsNeedingReplyCount() {
  return useQuery({ queryKey: [...leadsQueryKey, 'waiting-count'], queryFn: countWaitingLeads });
}
