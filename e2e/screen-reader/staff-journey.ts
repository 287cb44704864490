import { makeLead, accountPassword, signUpAccount } from '../product/staff.ts';
import { expressionByLabel, expressionByRole } from '../engines/engine.ts';
import { pressKeysMove, pressKeysOnMove, tabToMove, typeMove, type ScreenReaderMove } from './listener.ts';

const leadName = 'Wanda Birch';
const card = `document.querySelector('article')`;

/** Journey 6 of the script, and the work of a team. */
export const staffJourney: ScreenReaderMove[] = [
  {
    do: 'open /auth',
    act: (listener) => listener.openHydrated('/auth'),
    expected: [/Admin Access/, /^Finished loading/],
  },
  tabToMove('Tab to its tabs', `document.querySelector('[role=tab]')`, [/^Sign In page tab/]),
  pressKeysMove('Right arrow', 'Right', [/^Sign Up page tab/]),
  pressKeysMove('Left arrow', 'Left', [/^Sign In page tab/]),
  pressKeysOnMove('Show password', expressionByRole('button', /^show password/i), 'space', [
    /^Show password toggle button/,
    /^pressed/,
  ]),
  {
    do: 'sign in',
    async act({ product, press, write }) {
      await makeLead(product, { name: leadName });
      const { email } = await signUpAccount(product, 'Inès Castellan');
      await write(expressionByLabel(/^email/i), email);
      await write(expressionByLabel(/^password/i), accountPassword);
      await press('Return');
    },
    expected: [/Welcome back!/, /heading level 1/],
    never: /invalid/,
  },
  pressKeysOnMove('Messages', expressionByRole('link', /^messages/i), 'Return', [
    /^Messages heading level 1/,
  ]),
  typeMove('search for a name', [[expressionByRole('searchbox', /./), leadName]], '', [/\d results?$/]),
  pressKeysOnMove('its thread', expressionByRole('button', /conversation thread/i, card), 'space', [
    /Conversation Thread with Wanda Birch collapsed push button/,
    /expanded/,
  ]),
  typeMove(
    'write a reply and send it with Ctrl+Enter',
    [[`${card}.querySelector('textarea')`, 'We can look at it on Monday.']],
    'ctrl+Return',
    [/Wanda Birch.* entry/, /Reply Sent/],
  ),
  pressKeysOnMove('its status', `${card}.querySelector('select[name=status]')`, 'q', [
    /Status for Wanda Birch/,
    /Qualified/,
  ]),
  pressKeysOnMove('More', expressionByRole('button', /^more/i, card), 'space', [
    /More for Wanda Birch collapsed push button/,
    /expanded/,
  ]),
  pressKeysOnMove('who is responsible', `${card}.querySelector('[name=assignee]')`, 'y', [
    /Assign Wanda Birch to/,
    /is now assigned to you/,
  ]),
  typeMove('a note', [[expressionByLabel(/^internal note/i, card), 'Ask for the budget first']], 'Tab', [
    /Internal note about Wanda Birch entry/,
    /Only your team sees this/,
    /^Save note push button/,
  ]),
  pressKeysOnMove('save it', expressionByRole('button', /save note/i, card), 'Return', [
    /^Note about Wanda Birch saved/,
  ]),
  pressKeysOnMove('Tomorrow', expressionByRole('button', /^tomorrow/i, card), 'Return', [
    /Tomorrow push button/,
    /Follow-up with Wanda Birch on/,
  ]),
  pressKeysOnMove('sign out', expressionByRole('button', /^sign out/i), 'Return', [/Admin Access/]),
];
