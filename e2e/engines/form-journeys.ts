import { readConversationPath, makeLead } from '../product/staff.ts';
import * as move from './journey-move.ts';
import type { EngineWalk } from './walk.ts';

const name = [['label', /^name/i], 'Fern Fox'] as const;
const message = [['label', /^message/i], 'Our form traps the keyboard.'] as const;
const email = ['label', /^email/i] as const;
const nameAndEmail = [name, [email, 'fern@orca.example']] as const;
const nameRule = /Name must be at least 2 characters/;
const nameMistake = /Enter your name \(at least 2 characters\)/;

const isDialogOpen = `document.querySelector('dialog:modal')`;
const isBackFromDialog = `!${isDialogOpen} && document.activeElement !== document.body`;
const isOnProblems = `document.activeElement?.getAttribute('role') === 'alert'`;
const isOnInvalid = `document.activeElement?.ariaInvalid === 'true'`;

function mainHas(words: string): string {
  return `document.querySelector('main')?.innerText.includes('${words}')`;
}

/** Waits until an expression is true; then the product must have one lead of this address. */
function isSent(expression: string, address: string) {
  return async ({ product, waitFor }: EngineWalk) => {
    await waitFor(expression);
    const { data } = await product.admin.from('leads').select('id').eq('email', address).throwOnError();
    if (data.length !== 1) throw new Error(`${data.length} leads of ${address} instead of 1`);
  };
}

/** Submits a form like a browser without scripts: no listener is called. */
function sentWithoutScripts(title: string, form: string, shows: string, before = ''): move.JourneyMove {
  return {
    do: `${title}, without scripts`,
    act: ({ engine }) => engine.evaluate(`(() => { ${before} ${form}.submit(); })()`),
    shows,
  };
}

/** Journeys 2 and 4 of the script, and the two forms that were added later. */
export const formJourneys: move.Journeys = {
  'Ask for a proposal in the dialog': [
    move.openPage('/services/accessibility-audit', /Accessibility Audit/),
    // Orca 43 is silent while a dialog opens: it mistakes the rest of the page for the focus
    move.activate('Request a Proposal, and Tab', ['button', /request a proposal/i], 'Enter Tab', {
      said: [/^Email required entry required/],
      never: /invalid/,
      shows: isDialogOpen,
    }),
    move.pressKeys('Shift+Tab', 'shift+Tab', { said: [/^Name required entry required/] }),
    move.activate('send it empty', ['button', /send|submit|request/i], 'Enter', {
      said: [/There is a problem/, nameRule],
      shows: isOnProblems,
    }),
    move.pressKeys('the link of the first mistake', 'Tab Enter', {
      said: [/^Name required entry/, /invalid entry/, nameMistake],
    }),
    move.pressKeys('Escape', 'Escape', {
      said: [/^Request a Proposal push button/],
      shows: isBackFromDialog,
    }),
    move.activate('open it again, and Tab', ['button', /request a proposal/i], 'Enter Tab', {
      said: [/^Email required entry/],
      shows: isDialogOpen,
    }),
    move.typeInto('write name and address, and send', nameAndEmail, 'Enter', {
      said: [/Success/, /^Request a Proposal push button/],
      shows: isSent(isBackFromDialog, 'fern@orca.example'),
    }),
  ],
  'Write to us, with mistakes': [
    move.openPage('/contact', /Get in Touch/),
    move.activate('Name', name[0], '', { said: [/^Name required entry required/], never: /invalid/ }),
    move.activate('Send Message', ['button', /send message/i], 'Enter', {
      said: [/There is a problem/, nameRule],
      shows: `${isOnProblems} && document.querySelectorAll('main form [aria-invalid=true]').length === 3`,
    }),
    move.typeInto('all but a whole address, and send', [name, message, [email, 'wren@']], 'Enter', {
      said: [/^Email required entry/, /Enter an email address, such as name@example\.com/],
      shows: isOnInvalid,
    }),
    move.typeInto('the rest of the address, and send', [[email, 'orca.example']], 'Enter', {
      said: [/Message Sent/],
      shows: isSent(
        `!document.querySelector('textarea').value && ${mainHas('reply to wren@orca.example')}`,
        'wren@orca.example',
      ),
    }),
    move.pressKeys('F8', 'F8', { said: [/Notifications/] }),
    move.openPage('/contact'),
    sentWithoutScripts('send it empty', `document.querySelector('main form')`, isOnProblems),
  ],
  'Book a consultation': [
    move.openPage('/book', /Book a Free Consultation/),
    move.activate('the first time', `document.querySelector('input[name^=slot]')`, '', {
      said: [/radio button/, /[ap]\.m\./],
    }),
    move.activate('send it empty', ['button', /book this time/i], 'Enter', {
      said: [/There is a problem/, /Choose a time/],
      shows: isOnProblems,
    }),
    move.pressKeys('the first mistake', 'Tab', { said: [/^Choose a time link/] }),
    move.pressKeys('its link', 'Enter', { said: [/selected radio button/] }),
    move.pressKeys('the times of that day', 'Tab space', { said: [/selected/] }),
    move.activate('choose the first time', `document.querySelector('input[name^=slot]').labels[0]`, '', {
      shows: `document.querySelector('input[name^=slot]:checked')`,
    }),
    move.typeInto('choose a time, write name and address, and send', nameAndEmail, 'Enter', {
      said: [/Your consultation is booked/],
      shows: mainHas('is booked'),
    }),
    sentWithoutScripts(
      'move it to the last time',
      'time.form',
      mainHas('has a new time'),
      `const time = [...document.querySelectorAll('input[name^=slot]')].at(-1);
      document.querySelector('[name=day][value="' + time.name.slice(5) + '"]').checked = time.checked = true;`,
    ),
  ],
  'Answer on the page of a conversation': [
    {
      ...move.openPage('the link of a mail', /Your inquiry/i),
      async act({ product, open }) {
        const { id } = await makeLead(product, { email: 'ana@orca.example' });
        await open(await readConversationPath(product, id));
      },
    },
    move.activate('send nothing', ['button', /send reply/i], 'Enter', {
      said: [/Write your reply/],
      shows: isOnInvalid,
    }),
    move.typeInto(
      'write an answer and send it',
      [[['label', /your reply/i], 'Thursday is fine.']],
      'Tab Enter',
      {
        said: [/^Your reply.* entry/, /Your inquiry/],
        shows: `document.activeElement?.id === 'sent' && ${mainHas('Thursday is fine.')}`,
      },
    ),
  ],
};
