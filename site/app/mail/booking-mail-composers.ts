// Writes the booking mails to a visitor: confirmation, move, cancellation, reminder.
import {
  clocksDiffer,
  formatCallDateTime,
  formatCallDateTimeWithoutYear,
  isKnownTimeZone,
} from '../booking/call-times.ts';
import { createCalendarFile } from '../booking/create-calendar-file.ts';
import { formatTimeZone } from '../ui/format-values.ts';
import type { MailKind } from '../data/mail-kinds.ts';
import { bookingMailTexts as t } from './mail-texts.ts';
import type { ClaimedMail } from './claim-mail.ts';
import type { ComposedMail } from './lay-out-mail.ts';
import { composeNoticeMail } from './compose-notice-mail.ts';
import type { MailLetterhead, MailToCompose } from './compose-reply.ts';

type BookingEvent = 'booked' | 'moved' | 'cancelled';

/** The details that private.queue_booking_mails stores. */
interface BookingDetails {
  booking: string;
  startsAt: string;
  endsAt: string;
  version: number;
  visitorZone: string | null;
  /** whether a colleague booked it; missing in mails that were queued before this existed */
  byStaff?: boolean;
  token: string;
}

/** By kind of private.outbox. */
export const bookingMailComposers = {
  'booking-booked': composerFor('booked'),
  'booking-moved': composerFor('moved'),
  'booking-cancelled': composerFor('cancelled'),
  'booking-reminder': composerFor('reminder'),
} satisfies Partial<Record<MailKind, unknown>>;

/** A mail to the visitor. The reminder has no calendar entry, because that was sent before. */
function composerFor(event: BookingEvent | 'reminder') {
  return (mail: MailToCompose, letterhead: MailLetterhead): ComposedMail => {
    const { agency, domain } = letterhead;
    const details = mail.details as unknown as BookingDetails;
    const { booking, startsAt, version, visitorZone, token } = details;
    const minutes = minutesOf(details);
    const isCancelled = event === 'cancelled';
    const hasOtherClock =
      visitorZone !== null &&
      isKnownTimeZone(visitorZone) &&
      clocksDiffer(startsAt, agency.timeZone, visitorZone);
    const time = formatCallDateTimeWithoutYear(startsAt, agency.timeZone);
    const written = composeNoticeMail(mail, letterhead, {
      messageId: `<booking-${event}-${booking}-${version}@${domain}>`,
      subject: t.subjects[event](hasOtherClock ? `${time} ${formatTimeZone(agency.timeZone)}` : time),
      sentences: [
        t.said[event](agency.name, minutes),
        formatCallDateTime(startsAt, agency.timeZone),
        ...(hasOtherClock ? [t.otherZone(formatCallDateTime(startsAt, visitorZone))] : []),
        ...(isCancelled ? [t.again] : [t.call]),
        ...(event === 'booked' || event === 'moved' ? [t.attached] : []),
      ],
      button: isCancelled ? { label: t.book, path: '/book' } : { label: t.change, path: `/book/${token}` },
      reason: reasonOf(details, isCancelled, letterhead),
    });
    const answerable = {
      ...written,
      replyTo: { name: agency.name, address: mail.reply_address ?? agency.email },
    };
    if (event === 'reminder') return answerable;
    return { ...answerable, calendar: invitation(mail, letterhead, details, isCancelled) };
  };
}

function reasonOf(
  { byStaff }: BookingDetails,
  isCancelled: boolean,
  { agency, siteUrl }: MailLetterhead,
): string {
  if (byStaff) return t.reasonByStaff(agency.name);
  return isCancelled ? t.reasonCancelled(siteUrl) : t.reason(siteUrl);
}

function invitation(
  mail: ClaimedMail,
  { agency, siteUrl }: MailLetterhead,
  details: BookingDetails,
  isCancelled: boolean,
) {
  return createCalendarFile({
    token: details.token,
    version: details.version,
    startsAt: details.startsAt,
    endsAt: details.endsAt,
    isCancelled,
    url: `${siteUrl}/book/${details.token}`,
    agency,
    attendee: mail.to_address ?? undefined,
  });
}

function minutesOf({ startsAt, endsAt }: BookingDetails): number {
  return Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);
}
