// Texts of the pages where a visitor books, moves or cancels a consultation.
import { defineTexts } from '../../texts/define-texts.ts';

export const bookTexts = defineTexts({
  intro: (minutes: number) =>
    `Choose a time for your free ${minutes}-minute call, tell us who you are, and we'll call you.`,
  steps: {
    mail: "We'll email you the time for your calendar, with a link to change or cancel.",
    call: "We'll call you at that time. Tell us where you are and where you want to be.",
    after: "Then it's up to you. There's no obligation.",
  },
  zones: {
    agency: (zone: string) => `Times are in ${zone}.`,
    /** until the visitor's zone is known */
    unknown: 'In another time zone? Your local time is shown under each one.',
    visitor: (zone: string) => `Your local time (${zone}) is shown under each one.`,
  },
  times: 'Choose a time',
  /** the visitor's time, shown below the agency's */
  yours: (time: string) => `${time}<spoken> your time</spoken>`,
  yourDay: (day: string, time: string) => `${day}, ${time}<spoken> your time</spoken>`,
  chosen: (time: string) => `You chose ${time}.`,
  day: 'Choose a day',
  parts: {
    morning: (day: string) => `Morning<spoken> of ${day}</spoken>`,
    afternoon: (day: string) => `Afternoon<spoken> of ${day}</spoken>`,
    evening: (day: string) => `Evening<spoken> of ${day}</spoken>`,
  },
  none: "We're fully booked for the next few weeks. Call us, or leave a message and we'll find a time that works.",
  contact: 'Leave a message',
  you: 'About you',
  phoneHint: "We'll call you. No phone number? We'll email you a link to join.",
  phoneCall: "We'll call the number you gave us. If you didn't give one, we'll email you a link to join.",
  submit: 'Book this time',
  chooseTime: 'Choose a time',
  taken: 'Someone just took that time. Choose another one:',
  failed: "We couldn't save your booking. Please try again, or call us.",
  flood: "We're getting a lot of bookings right now. Please wait a minute and try again, or call us.",
  held: {
    title: 'We have your request',
    text: 'A real person will read it and confirm the time by email.',
  },
  /** Texts of the page of a booking. */
  booking: {
    description: 'The time of your consultation, and how to change or cancel it.',
    titles: {
      fresh: 'Your consultation is booked',
      booked: 'Your consultation',
      moved: 'Your consultation has a new time',
      cancelled: 'Your consultation is cancelled',
      over: 'Your consultation',
      unknown: "This link doesn't work",
      failed: "That didn't work",
    },
    yours: (time: string) => `In your time zone: ${time}`,
    mail: "We've emailed you this time and a link to this page.",
    over: 'This time has passed.',
    cancelled: 'This time is cancelled:',
    again: 'Book another time',
    calendar: 'Add to my calendar',
    move: 'Change the time',
    moveTo: 'Move to this time',
    cancel: 'Cancel the consultation',
    cancelHint: 'This frees the time for someone else.',
    cancelSubmit: 'Cancel my consultation',
    taken: 'Someone just took that time. Choose another one.',
    choose: 'Choose a new time first.',
    failed: "We couldn't save that. Please try again in a minute, or call us.",
    unknown: 'Please open the link in our email again, or <phone>call</phone> or <email>email</email> us.',
  },
});
