import { defineTexts } from '../../texts/define-texts.ts';

export const notificationTexts = defineTexts({
  title: 'Notifications',
  frequency: 'Email about leads',
  frequencyHint:
    "About your own leads and unassigned ones. Emails wait while you're in the dashboard. If someone is past your response-time target, we always email.",
  choices: {
    immediately: { label: 'Right away', hint: 'At most one email every five minutes' },
    hourly: { label: 'A few times a day', hint: 'At most five emails a day, an hour or more apart' },
    daily: { label: 'Once a day', hint: 'In the morning, when you open' },
    never: { label: 'Never', hint: 'Only if someone is past your response-time target' },
  },
  away: 'Days away',
  awayHint:
    "On these days we email your colleagues about your leads. Leave the last day blank if you're not sure.",
  awayFrom: 'First day away',
  awayUntil: 'Last day away',
  errors: {
    noFirst: 'Enter the first day away',
    order: 'Enter a day on or after the first one',
  },
  submit: 'Save notifications',
  busy: 'Saving...',
  saved: 'Notifications saved',
  desktop: {
    label: 'Desktop notifications',
    on: "Shown on this device for new leads and replies while the dashboard isn't in front.",
    off: 'Off on this device.',
    denied:
      "Your browser is blocking them. Allow notifications for this site in your browser's settings, then turn this on.",
    unsupported: "This browser can't show them.",
  },
  shown: {
    lead: (name: string) => `New lead: ${name}`,
    answer: (name: string) => `New reply from ${name}`,
  },
});
