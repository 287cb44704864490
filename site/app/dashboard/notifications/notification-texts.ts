// Texts of the notification settings: email frequency, days away, desktop notifications.
import { defineTexts } from '../../texts/define-texts.ts';

export const notificationTexts = defineTexts({
  title: 'Notifications',
  frequency: 'Email about leads',
  frequencyHint:
    "For leads assigned to you and unassigned leads. Emails are held while you're in the dashboard, except when someone has waited past your response-time target.",
  choices: {
    immediately: { label: 'Right away', hint: 'At most one email every five minutes' },
    hourly: { label: 'A few times a day', hint: 'At most five emails a day, an hour or more apart' },
    daily: { label: 'Once a day', hint: 'At the start of each business day' },
    never: { label: 'Never', hint: 'Except when someone has waited past your response-time target' },
  },
  away: 'Days away',
  awayHint:
    "While you're away, your colleagues get emails about your leads instead. Leave the last day blank if you don't know when you'll be back.",
  awayFrom: 'First day away',
  awayUntil: 'Last day away',
  errors: {
    noFirst: 'Enter the first day away',
    unfinished: 'Enter the whole date, or clear it',
    order: 'Enter a last day on or after the first day',
  },
  submit: 'Save notification settings',
  saved: 'Notification settings saved',
  desktop: {
    label: 'Desktop notifications',
    on: "On this device, for new leads and replies when you're not in the dashboard.",
    off: 'Off on this device.',
    denied:
      "Your browser is blocking notifications. Allow them for this site in your browser's settings, then turn this on.",
    unsupported: "This browser doesn't support desktop notifications.",
  },
  shown: {
    lead: (name: string) => `New lead: ${name}`,
    answer: (name: string) => `New reply from ${name}`,
  },
});
