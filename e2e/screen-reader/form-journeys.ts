import { byLabel, byRole } from '../engines/engine.ts';
import { keys, on, opened, type Journey } from './listener.ts';

const name = byLabel(/^name/i);
const email = byLabel(/^email/i);
const nameMistake = /Enter your name \(at least 2 characters\)/;
const proposal = byRole('button', /request a proposal/i);

/** Journeys 2 and 4 of the script, and the two forms that came later. */
export const formJourneys: Journey[] = [
  {
    title: 'Ask for a proposal in the dialog',
    moves: [
      opened('/services/accessibility-audit', /Accessibility Audit/),
      // Orca 43 says nothing while a dialog opens: it takes what is left of the page for the focus itself
      on(
        'Request a Proposal, and Tab',
        proposal,
        ['Return', 'Tab'],
        [/^Email required entry required/],
        /invalid/,
      ),
      keys('Shift+Tab', ['shift+Tab'], [/^Name required entry required/]),
      on(
        'send it empty',
        byRole('button', /send|submit|request/i),
        ['Return'],
        [/There is a problem/, nameMistake],
      ),
      keys(
        'the link of the first mistake',
        ['Tab', 'Return'],
        [/^Name required entry/, /invalid entry/, nameMistake],
      ),
      keys('Escape', ['Escape'], [/^Request a Proposal push button/]),
      keys('open it again, and Tab', ['Return', 'Tab'], [/^Email required entry/]),
      {
        do: 'write name and address, and send',
        async act({ press, write }) {
          await write(name, 'Fern Fox');
          await write(email, 'fern@orca.example');
          await press('Return');
        },
        expected: [/Success/, /^Request a Proposal push button/],
      },
    ],
  },
  {
    title: 'Write to us, with mistakes',
    moves: [
      opened('/contact', /Get in Touch/),
      on('Name', name, [], [/^Name required entry required/], /invalid/),
      on('Send Message', byRole('button', /send message/i), ['Return'], [/There is a problem/, nameMistake]),
      {
        do: 'all but a whole address, and send',
        async act({ press, write }) {
          await write(name, 'Fern Fox');
          await write(byLabel(/^message/i), 'Our form traps the keyboard.');
          await write(email, 'ana@');
          await press('Return');
        },
        expected: [/There is a problem/, /Enter an email address, such as name@example\.com/],
      },
      {
        do: 'the rest of the address, and send',
        async act({ press, write }) {
          await write(email, 'roy.example');
          await press('Return');
        },
        expected: [/Message Sent/],
      },
      keys('F8', ['F8'], [/Notifications/]),
    ],
  },
  {
    title: 'Book a consultation',
    moves: [
      opened('/book', /Book a Free Consultation/),
      on('the first time', `document.querySelector('input[name=slot]')`, [], [/radio button/, /[ap]\.m\./]),
      on(
        'send it empty',
        byRole('button', /book this time/i),
        ['Return'],
        [/There is a problem/, /Choose a time/],
      ),
      keys('the first mistake', ['Tab'], [/^Choose a time link/]),
      keys('its link, and Space', ['Return', 'space'], [/selected/]),
      {
        do: 'choose a time, write name and address, and send',
        async act({ press, write }) {
          await write(name, 'Fern Fox');
          await write(email, 'fern@orca.example');
          await press('Return');
        },
        expected: [/Your consultation is booked/],
      },
    ],
  },
  {
    title: 'Answer on the page of a conversation',
    moves: [
      {
        do: 'open the link of a mail',
        async act({ product, open }) {
          const admin = product.admin();
          const lead = { name: 'Ana Roy', email: 'ana@orca.example', message: 'Could you look at our form?' };
          const { data } = await admin.from('leads').insert(lead).select('id').single().throwOnError();
          const made = await admin.rpc('conversation_for_mail', { lead: data.id }).throwOnError();
          await open(`/conversation/${(made.data as { token: string }).token}`);
        },
        expected: [/Your inquiry/i, /^Finished loading/],
      },
      on('send nothing', byRole('button', /send answer/i), ['Return'], [/wasn’t sent yet/]),
      {
        do: 'write an answer and send it',
        async act({ press, write }) {
          await write(byLabel(/your answer/i), 'Thursday works for us.');
          await press('Tab', 'Return');
        },
        expected: [/^Your answer.* entry/, /Your inquiry/],
      },
    ],
  },
];
