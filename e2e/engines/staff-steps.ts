import type { Screen } from '../audit/screen.ts';
import { ownerScreens } from '../audit/owner-screens.ts';
import { staffScreens } from '../audit/staff-screens.ts';
import { makeLead, password } from '../product/staff.ts';
import { byLabel, byRole } from './engine.ts';
import type { Step, Walk } from './walk.ts';

function emailOf({ engine }: Walk): string {
  return `staff@${engine.name.toLowerCase()}.example`;
}

const isOverview = `location.pathname === '/dashboard' && /Total Leads/.test(document.body.innerText)`;

/** Of the screens that have an address of their own and are not opened by another step. */
function pathsOf(screens: readonly Screen[]): string[] {
  const paths = screens.map(({ path }) => path.replace(/\?.*/, ''));
  return [...new Set(paths)].filter((path) => /^\/dashboard\/(?!messages$)/.test(path));
}

function openScreen(path: string): Step {
  return {
    title: `${path} opens and breaks no rule of axe`,
    async run(walk) {
      await walk.open(path);
      await walk.waitFor(
        `document.querySelector('main h1') && !document.querySelector('main [aria-busy=true]')`,
      );
      await walk.checkAxe();
    },
  };
}

export const staffSteps: Step[] = [
  {
    title: 'an account signs up and stands in the dashboard',
    async run(walk) {
      await walk.open('/auth');
      await walk.checkAxe();
      await walk.engine.click(byRole('tab', /sign up/i));
      await walk.waitFor(
        `[...document.querySelectorAll('label')].some((label) => label.textContent.includes('Full Name'))`,
      );
      await walk.checkAxe();
      await walk.engine.type(byLabel(/full name/i), 'Inès Castellan');
      await walk.engine.type(byLabel(/^email/i), emailOf(walk));
      await walk.engine.type(byLabel(/^password/i), password);
      await walk.engine.click(byRole('button', /sign up/i));
      await walk.waitFor(isOverview);
      await walk.checkAxe();
    },
  },
  {
    title: 'signing out leads to /auth; a wrong password is said, the right one signs in',
    async run(walk) {
      await walk.engine.click(byRole('button', /^sign out/i));
      await walk.waitFor(`location.pathname === '/auth'`);
      await walk.open('/auth');
      await walk.engine.type(byLabel(/^email/i), emailOf(walk));
      await walk.engine.type(byLabel(/^password/i), 'not this one');
      await walk.engine.click(byRole('button', /sign in/i));
      await walk.waitFor(`/invalid|incorrect|wrong/i.test(document.body.innerText)`);
      await walk.engine.evaluate(`(document.querySelector('input[type=password]').select(), true)`);
      await walk.engine.type(byLabel(/^password/i), password);
      await walk.engine.click(byRole('button', /sign in/i));
      await walk.waitFor(isOverview);
    },
  },
  {
    title: 'a lead of the inbox is opened, answered and qualified',
    async run(walk) {
      const lead = await makeLead(walk.product, { email: `inbox@${walk.engine.name.toLowerCase()}.example` });
      await walk.open('/dashboard/messages');
      const card = `[...document.querySelectorAll('article')].find((card) => card.textContent.includes(${JSON.stringify(lead.name)}))`;
      await walk.waitFor(card);
      await walk.checkAxe();
      await walk.engine.click(byRole('button', /conversation thread/i, card));
      await walk.waitFor(`${card}.querySelector('textarea')`);
      await walk.checkAxe();
      await walk.engine.type(`${card}.querySelector('textarea')`, 'We can look at it on Monday.');
      await walk.engine.click(byRole('button', /send reply/i, card));
      await walk.waitFor(`${card}.textContent.includes('2 messages')`);
      await walk.engine.type(`${card}.querySelector('select')`, 'Qualified');
      await walk.engine.press('Enter');
      const client = walk.product.admin().from('leads');
      const deadline = Date.now() + 15_000;
      for (;;) {
        const { data } = await client.select('status').eq('id', lead.id).single();
        if (data?.status === 'qualified') return;
        if (Date.now() > deadline) throw new Error(`the status is ${data?.status}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  },
  {
    title: 'a new lead is announced in the open inbox and comes when asked for',
    async run(walk) {
      await walk.open('/dashboard/messages');
      await walk.waitFor(`document.querySelector('article')`);
      await walk.waitFor(`document.readyState === 'complete'`);
      const lead = await makeLead(walk.product, { email: `live@${walk.engine.name.toLowerCase()}.example` });
      await walk.waitFor(
        `[...document.querySelectorAll('main button')].some((button) => /1 new/i.test(button.textContent))`,
      );
      await walk.engine.click(byRole('button', /1 new/i));
      await walk.waitFor(
        `document.querySelector('article')?.textContent.includes(${JSON.stringify(lead.name)})`,
      );
    },
  },
  {
    title: 'a lead is taken, noted and put off until tomorrow by what stands under More',
    async run(walk) {
      const lead = await makeLead(walk.product, { email: `work@${walk.engine.name.toLowerCase()}.example` });
      await walk.open(`/dashboard/messages?search=${encodeURIComponent(lead.name)}`);
      await walk.waitFor(`document.querySelectorAll('article').length === 1`);
      const card = `document.querySelector('article')`;
      await walk.engine.click(byRole('button', /^more/i, card));
      await walk.waitFor(`${card}.querySelector('[name=assignee]')`);
      await walk.checkAxe();
      await walk.engine.type(`${card}.querySelector('[name=assignee]')`, 'You');
      await walk.engine.press('Enter');
      await walk.waitFor(`${card}.textContent.includes('Responsible: You')`);
      await walk.engine.type(byLabel(/^internal note/i, card), 'Ask for the budget first');
      await walk.engine.click(byRole('button', /save note/i, card));
      await walk.waitFor(`${card}.innerText.includes('1 internal note')`);
      await walk.engine.click(byRole('button', /^tomorrow/i, card));
      await walk.waitFor(`${card}.innerText.includes('Follow up on')`);
      await walk.checkAxe();
    },
  },
  ...pathsOf(staffScreens.filter((screen) => !ownerScreens.includes(screen))).map(openScreen),
  {
    title: 'an owner of the agency sees the screens of owners',
    async run(walk) {
      const { data } = await walk.product
        .visitor()
        .auth.signInWithPassword({ email: emailOf(walk), password });
      const owner = { user_id: data.user?.id ?? '', role: 'owner' } as const;
      await walk.product.admin().from('staff').insert(owner).throwOnError();
      await walk.open('/dashboard');
      await walk.waitFor(`document.querySelector('a[href="/dashboard/agency"]')`);
    },
  },
  ...pathsOf(ownerScreens).map(openScreen),
];
