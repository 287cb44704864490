import type { States } from './screen.ts';
import * as step from './state-steps.ts';

/** The lead with every mark that a card can have, as the owner whom a note mentions. */
const visitMarked = step.visitAsOwner('?search=zoe%40hart.example');

/** Opens the first card, with its notes, its fields and its tools. */
const openCard = step.inCard(step.press(/^Conversation Thread/), step.press(/^More/));

/** The inbox with the work of a team. */
export const workStates: States = {
  'colleagues offered, a note being changed': [
    visitMarked,
    openCard,
    step.inCard(
      step.press(/^Edit your note from/),
      step.seeFocused('textbox', 'Edit internal note'),
      ({ root }) => root.getByRole('textbox', { name: /^Internal note about/ }).fill('Ask @'),
      step.within('role=listbox', step.seeRole('option', 'Benedict Featherstonehaugh')),
    ),
    step.scrollUp,
  ],
  'a consultation being booked': [
    step.visit,
    openCard,
    step.inCard(step.press(/^Book a consultation with/)),
    step.inDialog(step.seeRole('combobox', 'Time')),
  ],
  'no address, and a wrong one typed': [
    step.visitAt('?search=Phil%20Crane'),
    step.inCard(
      ({ root }) => root.getByRole('textbox', { name: /^Add their email address/ }).fill('no address'),
      step.press('Add address'),
      step.seeFieldError,
    ),
    step.scrollUp,
  ],
  'past the target': [
    step.visitAsOwner('?needs=late'),
    step.seeRole('button', 'Past target'),
    step.seeRole('article'),
  ],
  'note in a thread, more open': [
    visitMarked,
    step.inCard(
      step.see(/^Late\. Waiting /),
      step.press(/^Conversation Thread/),
      step.see('Ask for the budget first.'),
      ({ root }) => root.getByPlaceholder('Type your reply here...').click(),
      step.see('Email to this address bounced.'),
      step.press(/^More/),
      step.pressText('Mention colleagues'),
      step.pressText('Log a call or visit'),
      step.press('Add to conversation'),
      step.see('Write down what was said'),
    ),
    step.scrollUp,
  ],
};

const visitPerson = step.visitAt('?search=ana%40roy.example');

/** Other requests of a lead's person, on its card and as a list, and the form that adds a lead by hand. */
export const personStates: States = {
  'other requests of a person': [
    visitPerson,
    step.inCard(
      step.press(/^Conversation Thread/),
      step.pressText(/^2 (earlier|other) leads$/),
      step.seeRole('link', /^Lead from /),
    ),
    step.scrollUp,
  ],
  'all requests of a person': [
    visitPerson,
    step.inCard(
      step.press(/^Conversation Thread/),
      step.pressText(/^2 (earlier|other) leads$/),
      step.pressText(/^Show all/),
    ),
    step.pressText(/^All messages in order/),
    step.seeElement('role=region[name=/^All leads from/] >> role=heading >> nth=1'),
  ],
  'lead being added': [
    step.visit,
    step.press('Add a lead'),
    step.inDialog(
      step.fillIn('Phone', '604-555-0112'),
      ({ root }) => root.getByLabel('Name').focus(),
      step.press('Add anyway'),
      step.see('Enter a name of 2 to 100 characters'),
    ),
  ],
};

const triage = [step.visit, step.pressText('Quoted text and signature'), step.see('Does Thursday work?')];

/** Received mail that belongs to no thread. */
export const triageStates: States = {
  'mails to sort': triage,
  'mail being joined': [...triage, step.press(/^Add to a lead/), step.inDialog(step.seeFocused('searchbox'))],
};
