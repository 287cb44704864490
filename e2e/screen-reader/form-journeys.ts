import { expressionByLabel, expressionByRole } from '../engines/engine.ts';
import { readConversationPath, makeLead } from '../product/staff.ts';
import { pressKeysMove, pressKeysOnMove, openPageMove, typeMove, type Journeys } from './listener.ts';

const name = [expressionByLabel(/^name/i), 'Fern Fox'] as const;
const email = expressionByLabel(/^email/i);
const wholeEmail = [email, 'fern@orca.example'] as const;
const nameRule = /Name must be at least 2 characters/;
const nameMistake = /Enter your name \(at least 2 characters\)/;

/** Journeys 2 and 4 of the script, and the two forms that were added later. */
export const formJourneys: Journeys = {
  'Ask for a proposal in the dialog': [
    openPageMove('/services/accessibility-audit', /Accessibility Audit/),
    // Orca 43 is silent while a dialog opens: it mistakes the rest of the page for the focus
    pressKeysOnMove(
      'Request a Proposal, and Tab',
      expressionByRole('button', /request a proposal/i),
      'Return Tab',
      [/^Email required entry required/],
      /invalid/,
    ),
    pressKeysMove('Shift+Tab', 'shift+Tab', [/^Name required entry required/]),
    pressKeysOnMove('send it empty', expressionByRole('button', /send|submit|request/i), 'Return', [
      /There is a problem/,
      nameRule,
    ]),
    pressKeysMove('the link of the first mistake', 'Tab Return', [
      /^Name required entry/,
      /invalid entry/,
      nameMistake,
    ]),
    pressKeysMove('Escape', 'Escape', [/^Request a Proposal push button/]),
    pressKeysMove('open it again, and Tab', 'Return Tab', [/^Email required entry/]),
    typeMove('write name and address, and send', [name, wholeEmail], 'Return', [
      /Success/,
      /^Request a Proposal push button/,
    ]),
  ],
  'Write to us, with mistakes': [
    openPageMove('/contact', /Get in Touch/),
    pressKeysOnMove('Name', name[0], '', [/^Name required entry required/], /invalid/),
    pressKeysOnMove('Send Message', expressionByRole('button', /send message/i), 'Return', [
      /There is a problem/,
      nameRule,
    ]),
    typeMove(
      'all but a whole address, and send',
      [name, [expressionByLabel(/^message/i), 'Our form traps the keyboard.'], [email, 'ana@']],
      'Return',
      [/^Email required entry/, /Enter an email address, such as name@example\.com/],
    ),
    typeMove('the rest of the address, and send', [[email, 'roy.example']], 'Return', [/Message Sent/]),
    pressKeysMove('F8', 'F8', [/Notifications/]),
  ],
  'Book a consultation': [
    openPageMove('/book', /Book a Free Consultation/),
    pressKeysOnMove('the first time', `document.querySelector('input[name^=slot]')`, '', [
      /radio button/,
      /[ap]\.m\./,
    ]),
    pressKeysOnMove('send it empty', expressionByRole('button', /book this time/i), 'Return', [
      /There is a problem/,
      /Choose a time/,
    ]),
    pressKeysMove('the first mistake', 'Tab', [/^Choose a time link/]),
    pressKeysMove('its link', 'Return', [/selected radio button/]),
    pressKeysMove('the times of that day', 'Tab space', [/selected/]),
    typeMove('choose a time, write name and address, and send', [name, wholeEmail], 'Return', [
      /Your consultation is booked/,
    ]),
  ],
  'Answer on the page of a conversation': [
    {
      do: 'open the link of a mail',
      async act({ product, open }) {
        const { id } = await makeLead(product, { email: 'ana@orca.example' });
        await open(await readConversationPath(product, id));
      },
      expected: [/Your inquiry/i, /^Finished loading/],
    },
    pressKeysOnMove('send nothing', expressionByRole('button', /send reply/i), 'Return', [
      /Write your reply/,
    ]),
    typeMove(
      'write an answer and send it',
      [[expressionByLabel(/your reply/i), 'Thursday works for us.']],
      'Tab Return',
      [/^Your reply.* entry/, /Your inquiry/],
    ),
  ],
};
