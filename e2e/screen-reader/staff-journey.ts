import { makeLead, password, signUpAccount } from '../product/staff.ts';
import { byLabel, byRole } from '../engines/engine.ts';
import { keys, on, tabTo, written, type Move } from './listener.ts';

const leadName = 'Wanda Birch';
const card = `document.querySelector('article')`;

/** Journey 6 of the script, and the work of a team. */
export const staffJourney: Move[] = [
  {
    do: 'open /auth',
    act: (listener) => listener.openHydrated('/auth'),
    expected: [/Admin Access/, /^Finished loading/],
  },
  tabTo('Tab to its tabs', `document.querySelector('[role=tab]')`, [/^Sign In page tab/]),
  keys('Right arrow', 'Right', [/^Sign Up page tab/]),
  keys('Left arrow', 'Left', [/^Sign In page tab/]),
  on('Show password', byRole('button', /^show password/i), 'space', [
    /^Show password toggle button/,
    /^pressed/,
  ]),
  {
    do: 'sign in',
    async act({ product, press, write }) {
      await makeLead(product, { name: leadName });
      const { email } = await signUpAccount(product, 'Inès Castellan');
      await write(byLabel(/^email/i), email);
      await write(byLabel(/^password/i), password);
      await press('Return');
    },
    expected: [/Welcome back!/, /heading level 1/],
    never: /invalid/,
  },
  on('Messages', byRole('link', /^messages/i), 'Return', [/^Messages heading level 1/]),
  written('search for a name', [[byRole('searchbox', /./), leadName]], '', [/\d results?$/]),
  on('its thread', byRole('button', /conversation thread/i, card), 'space', [
    /Conversation Thread with Wanda Birch collapsed push button/,
    /expanded/,
  ]),
  written(
    'write a reply and send it with Ctrl+Enter',
    [[`${card}.querySelector('textarea')`, 'We can look at it on Monday.']],
    'ctrl+Return',
    [/Wanda Birch.* entry/, /Reply Sent/],
  ),
  on('its status', `${card}.querySelector('select[name=status]')`, 'q', [
    /Status for Wanda Birch/,
    /Qualified/,
  ]),
  on('More', byRole('button', /^more/i, card), 'space', [
    /More for Wanda Birch collapsed push button/,
    /expanded/,
  ]),
  on('who is responsible', `${card}.querySelector('[name=assignee]')`, 'y', [
    /Assign Wanda Birch to/,
    /is now assigned to you/,
  ]),
  written('a note', [[byLabel(/^internal note/i, card), 'Ask for the budget first']], 'Tab', [
    /Internal note about Wanda Birch entry/,
    /Only your team sees this/,
    /^Save note push button/,
  ]),
  on('save it', byRole('button', /save note/i, card), 'Return', [/^Note about Wanda Birch saved/]),
  on('Tomorrow', byRole('button', /^tomorrow/i, card), 'Return', [
    /Tomorrow push button/,
    /Follow-up with Wanda Birch on/,
  ]),
  on('sign out', byRole('button', /^sign out/i), 'Return', [/Admin Access/]),
];
