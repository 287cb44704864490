// Builds an iCalendar file (.ics) for a booking: invitation, update or cancellation.
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { defineTexts } from '../texts/define-texts.ts';

const t = defineTexts({
  summary: (minutes: number, agency: string) => `${minutes}-minute consultation with ${agency}`,
  description: (agency: string, phone: string) =>
    `A call with ${agency}. To change or cancel it, open the link below or call ${phone}.`,
});

export interface CalendarFileEvent {
  /** the token of the booking's link, so that the event is the same in all mails and files */
  token: string;
  version: number;
  startsAt: string;
  endsAt: string;
  isCancelled: boolean;
  /** the page on which it can be moved and cancelled */
  url: string;
  agency: { name: string; phone: string; email: string };
  /** without an attendee, the file is an event to open, not an invitation */
  attendee: string | undefined;
}

/** An iCalendar file (RFC 5545) with one event, times in UTC. The newest version replaces those before it (RFC 5546). */
export function createCalendarFile(entry: CalendarFileEvent): {
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  content: string;
} {
  const method = methodOf(entry);
  const { hostname } = new URL(entry.url);
  const { name, phone, email } = entry.agency;
  const minutes = Math.round((Date.parse(entry.endsAt) - Date.parse(entry.startsAt)) / 60_000);
  const calendar = ical({
    prodId: `//${hostname}//Consultations//EN`,
    method: ICalCalendarMethod[method],
  });
  calendar.createEvent({
    // The first half of the token is the booking's id.
    id: `booking-${entry.token.slice(0, 32)}`,
    sequence: entry.version,
    start: new Date(entry.startsAt),
    end: new Date(entry.endsAt),
    status: entry.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: t.summary(minutes, name),
    description: t.description(name, phone),
    url: entry.url,
    organizer: { name, email },
    attendees:
      entry.attendee === undefined
        ? []
        : [{ email: entry.attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED }],
  });
  return { method, content: calendar.toString() };
}

function methodOf({ attendee, isCancelled }: CalendarFileEvent) {
  if (attendee === undefined) return 'PUBLISH';
  return isCancelled ? 'CANCEL' : 'REQUEST';
}
