// Texts of the bookings screen: the week, booked calls, blocked times, booking rules.
import { defineTexts } from '../../texts/define-texts.ts';
import { endSentence } from '../../texts/end-sentence.ts';

/** The calls that visitors booked, the times that nobody can book, and the rules of both. */
export const bookingsTexts = defineTexts({
  title: 'Bookings',
  description: (zone: string) => `Free consultations of the week. All times are in ${zone}.`,
  notAllowed: 'Owners and agents see bookings.',
  loading: 'Loading…',
  closed: 'Visitors can’t book now: an owner turns it on below.',
  week: {
    label: 'Choose a week',
    of: (day: string) => `Week of ${day}`,
    previous: 'Previous week',
    next: 'Next week',
    today: 'This week',
    isToday: 'Today',
    empty: 'Nothing booked',
  },
  call: {
    time: (from: string, to: string) => `${from} to ${to}`,
    visitorZone: (time: string) => `For the visitor: ${time}`,
    states: { booked: 'Booked', cancelled: 'Cancelled', done: 'Done', missed: 'Did not show up' },
    open: (name: string) => `Open the messages of ${name}`,
    move: 'Move',
    cancel: 'Cancel',
    done: 'Done',
    missed: 'Did not show up',
    undo: 'Undo',
    saving: 'Saving…',
    /** for screen readers, after the words of a button */
    whose: (name: string, time: string) => ` ${name}, ${time}`,
  },
  cancel: {
    title: (name: string) => `Cancel the consultation with ${name}?`,
    text: (name: string, time: string) =>
      endSentence(`${name} gets an email that it isn’t taking place: ${time}`),
    noEmail: (name: string, time: string) =>
      endSentence(`${name} left no email address, so tell them yourself that it isn’t taking place: ${time}`),
    yes: 'Cancel the consultation',
    no: 'Keep it',
    busy: 'Cancelling…',
    done: 'Consultation cancelled',
  },
  /** of the dialogs in which a time is chosen */
  choose: {
    label: 'Time',
    choose: 'Choose a time',
    hint: (name: string) => `${name} gets an email with the time.`,
    noEmail: (name: string) => `${name} left no email address: tell them the time yourself.`,
    none: 'No time is free.',
  },
  move: {
    title: (name: string) => `Move the consultation with ${name}`,
    submit: 'Move',
    busy: 'Moving…',
    done: 'Consultation moved',
  },
  book: {
    open: (name: string) => `Book a consultation<spoken> with ${name}</spoken>`,
    title: (name: string) => `Book a consultation with ${name}`,
    submit: 'Book',
    busy: 'Booking…',
    done: 'Consultation booked',
  },
  block: {
    button: 'Block a time',
    title: 'Block a time',
    day: 'From day',
    time: 'From',
    endDay: 'Until day',
    endTime: 'Until',
    reason: 'Reason',
    reasonHint: 'For the team alone.',
    invalid: 'The end must be after the start, and within a year.',
    missing: 'Fill in both days and times.',
    kept: 'Consultations in this time stay: move or cancel them yourself.',
    submit: 'Block',
    busy: 'Saving…',
    done: 'Time blocked',
    blocked: 'Blocked',
    remove: 'Unblock',
    /** for screen readers, after the word of the button */
    which: (time: string) => ` ${time}`,
    removed: 'Time is free again',
  },
  rules: {
    title: 'Who can book when',
    open: 'Visitors can book',
    isOpen: 'The page “Book a Free Consultation” is on the site.',
    isClosed: 'The page is not found, and nothing leads to it.',
    notice: 'Notice in hours',
    noticeHint: 'At least this long before a call.',
    horizon: 'Days ahead',
    buffer: 'Minutes free after each call',
    hours: 'Business hours, holidays and the length of a call are in <agency>Agency details</agency>.',
    range: (from: number, to: number) => `A whole number from ${from} to ${to}.`,
    save: 'Save',
    busy: 'Saving…',
    saved: 'Saved',
  },
});
