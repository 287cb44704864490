import type { LeadWork } from './read-context.ts';
import { workTexts as t } from './work-texts.ts';

/** Nothing for a lead that has only just come, unless it is late. */
function describeWait({ waiting_minutes: minutes, is_late: isLate }: LeadWork): Mark | null {
  if (minutes === null || (minutes < 60 && !isLate)) return null;
  const hours = Math.floor(minutes / 60);
  const wait = hours < 1 ? t.waitingShortly : t.waiting(hours);
  return { text: isLate ? t.late(wait) : wait, short: t.shortWait(hours), isUrgent: isLate };
}

/** "Nov 25" of "2026-11-25". */
export function shortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

interface Mark {
  text: string;
  /** The same for a phone, beside an icon. */
  short?: string;
  /** asks for something now */
  isUrgent: boolean;
}

/** What a card says besides its badges, the most urgent first. */
export function describeWork(work: LeadWork): Mark[] {
  const wait = describeWait(work);
  return [
    wait?.isUrgent && wait,
    work.is_due && { text: t.due, isUrgent: true },
    work.mentions_me && { text: t.mentioned, isUrgent: true },
    work.is_unread && { text: t.unread, isUrgent: true },
    !wait?.isUrgent && wait,
    !work.is_due &&
      work.follow_up_on !== null && { text: t.followUpOn(shortDay(work.follow_up_on)), isUrgent: false },
    work.notes > 0 && { text: t.notes(work.notes), isUrgent: false },
  ].filter((mark) => typeof mark === 'object' && mark !== null);
}
