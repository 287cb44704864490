import { defineTexts } from '../texts/define-texts.ts';

/** Mails about a consultation that was booked on /book. */
export const bookingMailTexts = defineTexts({
  subjects: {
    booked: (time: string) => `Your consultation: ${time}`,
    moved: (time: string) => `New time for your consultation: ${time}`,
    cancelled: (time: string) => `Your consultation is cancelled: ${time}`,
    reminder: (time: string) => `Reminder of your consultation: ${time}`,
  },
  said: {
    booked: (agency: string, minutes: number) =>
      `Your free ${minutes}-minute consultation with ${agency} is booked. This is the time:`,
    moved: (agency: string, minutes: number) =>
      `Your free ${minutes}-minute consultation with ${agency} has a new time:`,
    cancelled: (agency: string) => `Your consultation with ${agency} at this time is cancelled:`,
    reminder: (agency: string, minutes: number) =>
      `We look forward to your free ${minutes}-minute consultation with ${agency}:`,
  },
  otherZone: (time: string) => `In your time zone: ${time}`,
  call: 'We call the phone number you left. If you left none, we email you how to join.',
  attached: 'The attached file puts it into your calendar.',
  again: 'You are welcome to choose another time.',
  change: 'Move or cancel it',
  book: 'Choose another time',
  reason: (site: string) =>
    `You're receiving this because this address was used to book a consultation at ${site}. If that wasn't you, open the link above and cancel it.`,
  reasonCancelled: (site: string) =>
    `You're receiving this because this address was used to book a consultation at ${site}.`,
  reasonByStaff: (agency: string) =>
    `You're receiving this because ${agency} arranged a consultation with you.`,
});
