import type { States, Step } from './screen.ts';
import * as step from './state-steps.ts';

const oneMail = {
  id: '2026-11-20T17-00-00-000Z-reply-00000000.eml',
  kind: 'reply',
  to: 'noor@moosewick.example',
  subject: 'Re: Your inquiry about Accessibility Audit',
  at: '2026-11-20T17:00:00.000Z',
};
const openedMail = {
  ...oneMail,
  headers: [{ name: 'To', value: oneMail.to }],
  text: 'Thursday works.\n\nhttps://fairlead.example',
};

/** The mail of this machine, as an owner sees it. */
function visitMailbox(items: object[]): Step {
  const files = '/dashboard/mail/files';
  return step.visitAsOwner({ [files]: { items, next: null }, [`${files}/`]: openedMail });
}

const mailbox = [
  visitMailbox([oneMail, { ...oneMail, id: 'other', kind: 'recovery' }]),
  step.seeRole('button', 'Refresh'),
  step.seeRole('article'),
];

export const mailStates: States = {
  mail: mailbox,
  'no mail': [visitMailbox([]), step.seeRole('button', 'Refresh'), step.see('No mail yet')],
  'mail opened': [...mailbox, step.inCard(step.press(/./)), step.inDialog(step.see('Thursday works'))],
};
