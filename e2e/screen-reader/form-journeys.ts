import { byLabel, byRole } from '../engines/engine.ts';
import { conversationPath, makeLead } from '../product/staff.ts';
import { keys, on, opened, written, type Journeys } from './listener.ts';

const name = [byLabel(/^name/i), 'Fern Fox'] as const;
const email = byLabel(/^email/i);
const wholeEmail = [email, 'fern@orca.example'] as const;
const nameRule = /Name must be at least 2 characters/;
const nameMistake = /Enter your name \(at least 2 characters\)/;

/** Journeys 2 and 4 of the script, and the two forms that were added later. */
export const formJourneys: Journeys = {
  'Ask for a proposal in the dialog': [
    opened('/services/accessibility-audit', /Accessibility Audit/),
    // Orca 43 is silent while a dialog opens: it mistakes the rest of the page for the focus
    on(
      'Request a Proposal, and Tab',
      byRole('button', /request a proposal/i),
      'Return Tab',
      [/^Email required entry required/],
      /invalid/,
    ),
    keys('Shift+Tab', 'shift+Tab', [/^Name required entry required/]),
    on('send it empty', byRole('button', /send|submit|request/i), 'Return', [/There is a problem/, nameRule]),
    keys('the link of the first mistake', 'Tab Return', [
      /^Name required entry/,
      /invalid entry/,
      nameMistake,
    ]),
    keys('Escape', 'Escape', [/^Request a Proposal push button/]),
    keys('open it again, and Tab', 'Return Tab', [/^Email required entry/]),
    written('write name and address, and send', [name, wholeEmail], 'Return', [
      /Success/,
      /^Request a Proposal push button/,
    ]),
  ],
  'Write to us, with mistakes': [
    opened('/contact', /Get in Touch/),
    on('Name', name[0], '', [/^Name required entry required/], /invalid/),
    on('Send Message', byRole('button', /send message/i), 'Return', [/There is a problem/, nameRule]),
    written(
      'all but a whole address, and send',
      [name, [byLabel(/^message/i), 'Our form traps the keyboard.'], [email, 'ana@']],
      'Return',
      [/^Email required entry/, /Enter an email address, such as name@example\.com/],
    ),
    written('the rest of the address, and send', [[email, 'roy.example']], 'Return', [/Message Sent/]),
    keys('F8', 'F8', [/Notifications/]),
  ],
  'Book a consultation': [
    opened('/book', /Book a Free Consultation/),
    on('the first time', `document.querySelector('input[name^=slot]')`, '', [/radio button/, /[ap]\.m\./]),
    on('send it empty', byRole('button', /book this time/i), 'Return', [
      /There is a problem/,
      /Choose a time/,
    ]),
    keys('the first mistake', 'Tab', [/^Choose a time link/]),
    keys('its link', 'Return', [/selected radio button/]),
    keys('the times of that day', 'Tab space', [/selected/]),
    written('choose a time, write name and address, and send', [name, wholeEmail], 'Return', [
      /Your consultation is booked/,
    ]),
  ],
  'Answer on the page of a conversation': [
    {
      do: 'open the link of a mail',
      async act({ product, open }) {
        const { id } = await makeLead(product, { email: 'ana@orca.example' });
        await open(await conversationPath(product, id));
      },
      expected: [/Your inquiry/i, /^Finished loading/],
    },
    on('send nothing', byRole('button', /send reply/i), 'Return', [/Write your reply/]),
    written(
      'write an answer and send it',
      [[byLabel(/your reply/i), 'Thursday works for us.']],
      'Tab Return',
      [/^Your reply.* entry/, /Your inquiry/],
    ),
  ],
};
