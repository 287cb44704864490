import { expect } from '../product/fixture.ts';
import { makeLead, accountPassword, signUpAccount } from '../product/staff.ts';
import * as move from './journey-move.ts';
import { openHydratedInEngine, type EngineWalk } from './walk.ts';

const leadName = 'Wanda Birch';
const card = `document.querySelector('article')`;
const email = ['label', /^email/i] as const;
const secret = ['label', /^password/i] as const;
const fullName = [['label', /full name/i], 'Inès Castellan'] as const;
const staffEmail = [email, 'staff@fairlead.example'] as const;
const newAccount = [fullName, staffEmail, [secret, accountPassword]] as const;
const reply = [`${card}.querySelector('textarea')`, 'We can look at it on Monday.'] as const;
const isOverview = `location.pathname === '/dashboard' && /Total Leads/.test(document.body.innerText)`;
const newLeads = `[...document.querySelectorAll('main button')].find((button) => /1 new/i.test(button.textContent))`;

function cardHas(words: string): string {
  return `${card}?.textContent.includes('${words}')`;
}

function isQualified({ product: { admin } }: EngineWalk): Promise<unknown> {
  const read = () => admin.from('leads').select('status').eq('name', leadName).single();
  return expect.poll(async () => (await read()).data?.status, { timeout: 15_000 }).toBe('qualified');
}

/** Journey 6 of the script, and the work of a team. */
export const staffJourneys: move.Journeys = {
  'Answer a lead, as staff': [
    { ...move.openPage('/auth', /Admin Access/), act: (walk) => openHydratedInEngine(walk, '/auth') },
    move.tabTo('Tab to its tabs', `document.querySelector('[role=tab]')`, { said: [/^Sign In page tab/] }),
    move.pressKeys('Right arrow', 'Right', { said: [/^Sign Up page tab/] }),
    move.pressKeys('Left arrow', 'Left', { said: [/^Sign In page tab/] }),
    move.activate('Show password', ['button', /^show password/i], 'space', {
      said: [/^Show password toggle button/, /^pressed/],
    }),
    {
      do: 'sign in',
      async act({ product, press, write }) {
        await makeLead(product, { name: leadName });
        const account = await signUpAccount(product, 'Inès Castellan');
        await write(email, account.email);
        await write(secret, accountPassword);
        await press('Enter');
      },
      said: [/Welcome back!/, /heading level 1/],
      never: /invalid/,
      shows: isOverview,
    },
    move.activate('Messages', ['link', /^messages/i], 'Enter', {
      said: [/^Messages heading level 1/],
      shows: card,
    }),
    move.typeInto('search for a name', [[['searchbox', /./], leadName]], '', {
      said: [/\d results?$/],
      shows: `document.querySelectorAll('article').length === 1 && ${cardHas(leadName)}`,
    }),
    move.activate('its thread', ['button', /conversation thread/i, card], 'space', {
      said: [/Conversation Thread with Wanda Birch collapsed push button/, /expanded/],
      shows: reply[0],
    }),
    move.typeInto('write a reply', [reply], '', {
      said: [/Wanda Birch.* entry/],
      shows: `${reply[0]}.value`,
    }),
    move.pressKeys('send it with Ctrl+Enter', 'ctrl+Enter', { said: [/Reply Sent/] }),
    move.activate('Send Reply', ['button', /send reply/i, card], '', { shows: cardHas('2 messages') }),
    move.choose('its status', `${card}.querySelector('select[name=status]')`, 'Qualified', {
      said: [/Status for Wanda Birch/, /Qualified/],
      shows: isQualified,
    }),
    move.activate('More', ['button', /^more/i, card], 'space', {
      said: [/More for Wanda Birch collapsed push button/, /expanded/],
      shows: `${card}.querySelector('[name=assignee]')`,
    }),
    move.choose('who is responsible', `${card}.querySelector('[name=assignee]')`, 'You', {
      said: [/Assign Wanda Birch to/, /is now assigned to you/],
      shows: cardHas('Assigned to: You'),
    }),
    move.typeInto('a note', [[['label', /^internal note/i, card], 'Ask for the budget first']], 'Tab', {
      said: [/Internal note about Wanda Birch entry/, /Only your team sees this/, /^Save note push button/],
      shows: `document.activeElement?.matches('button')`,
    }),
    move.activate('save it', ['button', /save note/i, card], 'Enter', {
      said: [/^Note about Wanda Birch saved/],
      shows: cardHas('1 internal note'),
    }),
    move.activate('Tomorrow', ['button', /^tomorrow/i, card], 'Enter', {
      said: [/Tomorrow push button/, /Follow-up with Wanda Birch on/],
      shows: cardHas('Follow up on'),
    }),
    {
      do: 'receive a new lead in the open inbox',
      async act({ open, product, waitFor }) {
        await open('/dashboard/messages');
        await waitFor(`${card} && document.readyState === 'complete'`);
        await makeLead(product, { name: 'Quinn Rowan' });
      },
      shows: newLeads,
    },
    move.activate('show it', newLeads, '', { shows: cardHas('Quinn Rowan') }),
    move.activate('sign out', ['button', /^sign out/i], 'Enter', {
      said: [/Admin Access/],
      shows: `location.pathname === '/auth'`,
    }),
  ],
  'Sign up, and sign in after a wrong password': [
    move.openPage('/auth'),
    move.activate('Sign Up', ['tab', /sign up/i], '', {
      shows: `/Full Name/.test(document.querySelector('form').innerText)`,
    }),
    move.typeInto('write name, address and password', newAccount, 'Enter', { shows: isOverview }),
    move.activate('Sign Out', ['button', /^sign out/i], '', { shows: `location.pathname === '/auth'` }),
    move.openPage('/auth'),
    move.typeInto('a wrong password', [staffEmail, [secret, 'not this one']], 'Enter', {
      shows: `/invalid|incorrect|wrong/i.test(document.body.innerText)`,
    }),
    {
      do: 'the right one',
      async act({ engine, activate, write }) {
        await engine.evaluate(`document.querySelector('input[type=password]').select()`);
        await write(secret, accountPassword);
        await activate(['button', /sign in/i], '');
      },
      shows: isOverview,
    },
  ],
};

/** Gives the account that has signed up the screens of owners. */
export const becomeOwnerMove: move.JourneyMove = {
  do: 'open the dashboard with the role',
  async act({ open, product }) {
    const { auth } = product.visitor();
    const { data } = await auth.signInWithPassword({ email: staffEmail[1], password: accountPassword });
    const owner = { user_id: data.user?.id ?? '', role: 'owner' } as const;
    await product.admin.from('staff').insert(owner).throwOnError();
    await open('/dashboard');
  },
  shows: `document.querySelector('a[href="/dashboard/agency"]')`,
};
