// The labels on a card that show what the reader should do.
import { classNames } from '../../../ui/class-names.ts';
import { Fragment } from 'react';
import { useAgency } from '../../../agency/use-agency.ts';
import type { WeeklyOpeningHours } from '../../../agency/agency-field-definition.ts';
import { businessMinutesToDays } from '../../../agency/business-minutes-to-days.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Lead, LeadWorkState } from '../read-leads-page.ts';
import styles from './work.module.css';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { assigneeTexts as t, leadWorkLabelTexts } from '../inbox-texts.ts';
import { useAssignableAccounts } from '../leads/use-assignable-accounts.ts';
import { formatMonthAndDay } from '../../screen/format-calendar-day.ts';

/** What the reader should do about a lead, and who is responsible for it, as one line after its badges. */
export function LeadWorkSummary({ lead }: { lead: Lead }) {
  const { openingHours } = useAgency();
  const labels = lead.work ? leadWorkLabelsOf(lead.work, openingHours) : [];
  if (labels.length === 0 && lead.assignee_id === null) return null;
  const accent = labels.find(({ isUrgent }) => isUrgent);
  return (
    <span className={styles.marks}>
      {labels.map((label) => (
        <Fragment key={label.text}>
          <span className={styles.mark} data-urgent={label === accent || undefined}>
            {label.short === undefined ? (
              label.text
            ) : (
              <>
                <span className={classNames('sr-only', styles.words)}>{label.text}</span>
                <span aria-hidden="true" className={styles.short}>
                  <Icon name={label.isUrgent ? 'warning' : 'clock'} />
                  <span>{label.short}</span>
                </span>
              </>
            )}
          </span>
          <span className={styles.dot}> </span>
        </Fragment>
      ))}
      <AssigneeName lead={lead} />
    </span>
  );
}

/** The assignee of a lead, beside its badges; nothing if there is none. */
function AssigneeName({ lead }: { lead: Lead }) {
  const { id } = useSignedInSession().user;
  const { assignee_id: assignee } = lead;
  const { data } = useAssignableAccounts(assignee !== null && assignee !== id);
  if (assignee === null || (assignee !== id && data === undefined)) return null;
  const name =
    assignee === id ? t.me : (data?.find((colleague) => colleague.id === assignee)?.name ?? t.former);
  return (
    <span className={styles.assignee}>
      <Icon name="user" />
      <span>
        <RichText text={t.shown(name)} />
      </span>
    </span>
  );
}

interface WorkLabel {
  text: string;
  /** A shorter text for a phone, beside an icon. */
  short?: string;
  /** needs attention now */
  isUrgent: boolean;
}

/** The waiting time in business hours, or in days from eight hours on. Null below an hour, unless the lead is late. */
function formatWaitingTime(
  { waiting_minutes: minutes, is_late: isLate }: LeadWorkState,
  openingHours: WeeklyOpeningHours,
): WorkLabel | null {
  if (minutes === null || (minutes < 60 && !isLate)) return null;
  const hours = Math.floor(minutes / 60);
  const days = businessMinutesToDays(minutes, openingHours);
  const wait =
    days > 0
      ? leadWorkLabelTexts.days(days)
      : hours < 1
        ? leadWorkLabelTexts.waitingShortly
        : leadWorkLabelTexts.waiting(hours);
  const short = days > 0 ? leadWorkLabelTexts.shortDays(days) : leadWorkLabelTexts.shortWait(hours);
  return { text: isLate ? leadWorkLabelTexts.late(wait) : wait, short, isUrgent: isLate };
}

/** The labels of a card in addition to its badges, the most urgent first. */
export function leadWorkLabelsOf(work: LeadWorkState, openingHours: WeeklyOpeningHours): WorkLabel[] {
  const wait = formatWaitingTime(work, openingHours);
  return [
    wait?.isUrgent && wait,
    work.is_due && { text: leadWorkLabelTexts.due, isUrgent: true },
    work.mentions_me && { text: leadWorkLabelTexts.mentioned, isUrgent: true },
    work.is_unread && { text: leadWorkLabelTexts.unread, isUrgent: true },
    !wait?.isUrgent && wait,
    !work.is_due &&
      work.follow_up_on !== null && {
        text: leadWorkLabelTexts.followUpOn(formatMonthAndDay(work.follow_up_on)),
        isUrgent: false,
      },
    work.automatic_mails > 0 && {
      text: leadWorkLabelTexts.automaticMails(work.automatic_mails),
      isUrgent: false,
    },
    work.notes > 0 && { text: leadWorkLabelTexts.notes(work.notes), isUrgent: false },
  ].filter((label) => typeof label === 'object' && label !== null);
}
