// The texts of the dialog in which a colleague adds a lead.
import { defineTexts } from '../../../texts/define-texts.ts';

const channels = { phone: 'Phone call', in_person: 'In person', other: 'Another way' };

function ago(days: number): string {
  if (days < 1) return 'from today';
  return days === 1 ? '1 day old' : `${days.toLocaleString('en-CA')} days old`;
}

export const addLeadTexts = defineTexts({
  title: 'Add a lead',
  intro: "For someone who called, dropped in or met you. We won't email them.",
  contactHint: 'Enter an email address or a phone number.',
  service: 'Interested in',
  noService: 'Nothing in particular',
  message: 'What they want',
  messageHint: 'Shown as their first message.',
  channel: 'How they reached you',
  channels,
  cameAt: 'When',
  asked: 'They asked us to contact them',
  choose: 'Choose...',
  askedYes: 'Yes, they asked',
  askedNo: 'No, not yet',
  askedHint: 'If they did, you may email them about this for six months (CASL).',
  known: (name: string, days: number, total: number) =>
    total === 1
      ? `This address or number already has a lead: ${name}, ${ago(days)}.`
      : `This address or number already has ${total > 100 ? 'more than 100' : total} leads. The newest: ${name}, ${ago(days)}.`,
  openKnown: 'View it<spoken> (opens in a new tab)</spoken>',
  submit: 'Add lead',
  submitAnyway: 'Add anyway',
  busy: 'Adding...',
  added: 'Lead added',
  unsaved: "This lead hasn't been saved yet.",
  errors: {
    name: 'Enter a name of 2 to 100 characters',
    message: 'Use 2,000 characters or fewer',
    contact: 'Enter an email address, or a phone number with its area code',
    came_at: 'Choose a time within the past year',
    asked: 'Say whether they asked. It decides whether you may email them.',
    invalid: "We couldn't save this lead. Check the fields and try again.",
  },
});
