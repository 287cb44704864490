// Texts of the pages where a visitor books, moves or cancels a consultation.
import { defineTexts } from '../../texts/define-texts.ts';

/** The pages on which a consultation is booked, moved and cancelled. */
export const bookTexts = defineTexts({
  intro: (minutes: number) =>
    `The first ${minutes} minutes are free, and you decide afterwards. Choose a time, tell us who you are, and we’ll call you.`,
  steps: {
    mail: 'You get an email with the time for your calendar, and a link to change or cancel.',
    call: 'We call you then. You tell us where you are and where you want to be.',
    after: 'You decide afterwards whether and how we go on.',
  },
  zones: {
    agency: (zone: string) => `Times are in ${zone}.`,
    visitor: (zone: string) => `Below each time stands yours, in ${zone}.`,
  },
  times: 'Choose a time',
  /** of a time, below the agency's */
  yours: (time: string) => `${time} for you`,
  yourDay: (day: string, time: string) => `${day}, ${time} for you`,
  moreDays: 'Show more days',
  none: 'All times of the coming weeks are taken. Call us, or leave a message and we find one together.',
  contact: 'Leave a message',
  you: 'About you',
  phoneHint: 'We call your phone number. Without one, we email you how to join.',
  phoneCall: 'We call the phone number you left. If you left none, we email you how to join.',
  submit: 'Book this time',
  chooseTime: 'Choose a time',
  taken: 'This time was taken a moment ago. Choose another one:',
  failed: 'Your booking didn’t arrive. Please try again, or call us.',
  flood: 'We’re getting many bookings right now. Please wait a minute and try again, or call us.',
  held: {
    title: 'We have your request',
    text: 'A person will read it and confirm the time by email.',
  },
  /** The page of a booking. */
  booking: {
    description: 'The time of your consultation, and how to move or cancel it.',
    titles: {
      fresh: 'Your consultation is booked',
      booked: 'Your consultation',
      moved: 'Your consultation has a new time',
      cancelled: 'Your consultation is cancelled',
      over: 'Your consultation',
      unknown: 'This link doesn’t work',
      failed: 'That didn’t work',
    },
    mail: 'We’ve sent you an email with this time and a link to this page.',
    over: 'This time has passed.',
    cancelled: 'We won’t call you at this time:',
    again: 'Choose another time',
    calendar: 'Add to my calendar',
    move: 'Move it',
    moveTo: 'Move to this time',
    cancel: 'Cancel it',
    cancelHint: 'One press, and the time is free for others.',
    cancelSubmit: 'Cancel my consultation',
    taken: 'That time was taken a moment ago. Choose another one.',
    choose: 'Choose the new time first.',
    failed: 'Our server couldn’t save it. Please try again in a minute, or call us.',
    unknown: 'Please open the link in our email again, or <phone>call</phone> or <email>email</email> us.',
  },
});
