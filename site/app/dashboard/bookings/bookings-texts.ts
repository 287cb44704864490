// Texts of the bookings screen: the week, booked calls, blocked times, booking rules.
import { defineTexts } from '../../texts/define-texts.ts';
import { endSentence } from '../../texts/end-sentence.ts';

export const bookingsTexts = defineTexts({
  title: 'Bookings',
  description: (zone: string) => `Free consultations, week by week. All times are in ${zone}.`,
  loading: 'Loading...',
  closed: 'Online booking is off. An owner can turn it on below.',
  week: {
    label: 'Choose a week',
    of: (day: string) => `Week of ${day}`,
    previous: 'Previous week',
    next: 'Next week',
    today: 'This week',
    isToday: 'Today',
    empty: 'No consultations',
  },
  call: {
    time: (from: string, to: string) => `${from} to ${to}`,
    visitorZone: (time: string) => `Their time: ${time}`,
    states: { booked: 'Booked', cancelled: 'Cancelled', done: 'Done', missed: 'No-show' },
    open: (name: string) => `Open messages from ${name}`,
    move: 'Move',
    cancel: 'Cancel',
    done: 'Done',
    missed: 'No-show',
    undo: 'Undo',
    saving: 'Saving...',
    /** for screen readers, after the label of a button */
    whose: (name: string, time: string) => ` ${name}, ${time}`,
  },
  cancel: {
    title: (name: string) => `Cancel the consultation with ${name}?`,
    text: (name: string, time: string) =>
      endSentence(`We'll email ${name} that this consultation is cancelled: ${time}`),
    noEmail: (name: string, time: string) =>
      endSentence(`${name} left no email address. Call them to cancel this consultation: ${time}`),
    yes: 'Cancel consultation',
    no: 'Keep it',
    busy: 'Cancelling...',
    done: 'Consultation cancelled',
  },
  /** texts of the dialogs in which a time is chosen */
  choose: {
    label: 'Time',
    choose: 'Choose a time',
    hint: (name: string) => `We'll email ${name} the time.`,
    noEmail: (name: string) => `${name} left no email address. Call them to confirm the time.`,
    none: 'No times are available.',
  },
  move: {
    title: (name: string) => `Move the consultation with ${name}`,
    submit: 'Move',
    busy: 'Moving...',
    done: 'Consultation moved',
  },
  book: {
    open: (name: string) => `Book a consultation<spoken> with ${name}</spoken>`,
    title: (name: string) => `Book a consultation with ${name}`,
    submit: 'Book',
    busy: 'Booking...',
    done: 'Consultation booked',
  },
  block: {
    button: 'Block a time',
    title: 'Block a time',
    day: 'Start date',
    time: 'Start time',
    endDay: 'End date',
    endTime: 'End time',
    reason: 'Reason',
    reasonHint: 'Only your team sees this.',
    invalid: 'Choose an end after the start, at most a year later',
    missing: 'Enter both dates and times',
    kept: 'Consultations already booked in this period stay booked. Move or cancel them yourself.',
    submit: 'Block time',
    busy: 'Saving...',
    done: 'Time blocked',
    blocked: 'Blocked',
    remove: 'Unblock',
    /** for screen readers, after the label of the button */
    which: (time: string) => ` ${time}`,
    removed: 'Time unblocked',
  },
  rules: {
    title: 'Booking settings',
    open: 'Visitors can book',
    openHint: 'Adds a “Book a Free Consultation” page to your site, with links to it.',
    notice: 'Minimum notice (hours)',
    noticeHint: 'How far ahead a visitor must book.',
    horizon: 'Bookable days ahead',
    buffer: 'Break after each call (minutes)',
    hours: 'Set business hours, holidays and the length of a call in <agency>Agency details</agency>.',
    range: (from: number, to: number) => `Enter a whole number from ${from} to ${to}`,
    save: 'Save',
    saved: 'Saved',
  },
});
