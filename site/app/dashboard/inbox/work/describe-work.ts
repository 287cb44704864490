import type { LeadWork } from './read-context.ts';
import { workTexts as t } from './work-texts.ts';

/** Nothing for a lead that has only just come, unless it is late. */
function describeWait({ waiting_minutes: minutes, is_late: isLate }: LeadWork): string | null {
  if (minutes === null || (minutes < 60 && !isLate)) return null;
  const wait = minutes < 60 ? t.waitingShortly : t.waiting(Math.floor(minutes / 60));
  return isLate ? t.late(wait) : wait;
}

/** "Nov 25" of "2026-11-25". */
export function shortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}

interface Mark {
  text: string;
  /** asks for something now */
  isUrgent: boolean;
}

/** What a card says besides its badges, the most urgent first. */
export function describeWork(work: LeadWork): Mark[] {
  const wait = describeWait(work);
  return [
    work.is_late && wait !== null && { text: wait, isUrgent: true },
    work.is_due && { text: t.due, isUrgent: true },
    work.mentions_me && { text: t.mentioned, isUrgent: true },
    work.is_unread && { text: t.unread, isUrgent: true },
    !work.is_late && wait !== null && { text: wait, isUrgent: false },
    !work.is_due &&
      work.follow_up_on !== null && { text: t.followUpOn(shortDay(work.follow_up_on)), isUrgent: false },
    work.notes > 0 && { text: t.notes(work.notes), isUrgent: false },
  ].filter((mark) => mark !== false);
}
