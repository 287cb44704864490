import { ownerScreens } from '../audit/owner-screens.ts';
import type { Screen } from '../audit/screen.ts';
import { staffScreens } from '../audit/staff-screens.ts';
import { expect } from '../product/fixture.ts';
import { makeLead, accountPassword } from '../product/staff.ts';
import type { EngineSteps } from './walk.ts';

const isOverview = `location.pathname === '/dashboard' && /Total Leads/.test(document.body.innerText)`;

/** Opens the screens that have their own URL and are not opened by another step. */
function openEach(screens: readonly Screen[]): EngineSteps {
  const paths = screens.map(({ path }) => path.replace(/\?.*/, ''));
  return Object.fromEntries(
    paths
      .filter((path) => /^\/dashboard\/(?!messages$)/.test(path))
      .map((path) => [
        `${path} opens and breaks no rule of axe`,
        async (walk) => {
          await walk.open(path);
          await walk.waitFor(
            `document.querySelector('main h1') && !document.querySelector('main [aria-busy=true]')`,
          );
          await walk.checkAxe();
        },
      ]),
  );
}

export const staffSteps: EngineSteps = {
  async 'an account signs up and stands in the dashboard'(walk) {
    await walk.open('/auth');
    await walk.checkAxe();
    await walk.click('tab', /sign up/i);
    await walk.waitFor(
      `[...document.querySelectorAll('label')].some((label) => label.textContent.includes('Full Name'))`,
    );
    await walk.checkAxe();
    await walk.type(/full name/i, 'Inès Castellan');
    await walk.type(/^email/i, walk.emailOf('staff'));
    await walk.type(/^password/i, accountPassword);
    await walk.click('button', /sign up/i);
    await walk.waitFor(isOverview);
    await walk.checkAxe();
  },
  async 'signing out leads to /auth; a wrong password is said, the right one signs in'(walk) {
    await walk.click('button', /^sign out/i);
    await walk.waitFor(`location.pathname === '/auth'`);
    await walk.open('/auth');
    await walk.type(/^email/i, walk.emailOf('staff'));
    await walk.type(/^password/i, 'not this one');
    await walk.click('button', /sign in/i);
    await walk.waitFor(`/invalid|incorrect|wrong/i.test(document.body.innerText)`);
    await walk.engine.evaluate(`(document.querySelector('input[type=password]').select(), true)`);
    await walk.type(/^password/i, accountPassword);
    await walk.click('button', /sign in/i);
    await walk.waitFor(isOverview);
  },
  async 'a lead of the inbox is opened, answered and qualified'(walk) {
    const { id, name } = await makeLead(walk.product, { email: walk.emailOf('inbox') });
    await walk.open('/dashboard/messages');
    const card = `[...document.querySelectorAll('article')].find((card) => card.textContent.includes('${name}'))`;
    await walk.waitFor(card);
    await walk.checkAxe();
    await walk.click('button', /conversation thread/i, card);
    await walk.waitFor(`${card}.querySelector('textarea')`);
    await walk.checkAxe();
    await walk.engine.type(`${card}.querySelector('textarea')`, 'We can look at it on Monday.');
    await walk.click('button', /send reply/i, card);
    await walk.waitFor(`${card}.textContent.includes('2 messages')`);
    await walk.engine.type(`${card}.querySelector('select')`, 'Qualified');
    await walk.engine.press('Enter');
    const read = () => walk.product.admin.from('leads').select('status').eq('id', id).single();
    await expect.poll(async () => (await read()).data?.status, { timeout: 15_000 }).toBe('qualified');
  },
  async 'a new lead is announced in the open inbox and comes when asked for'(walk) {
    await walk.open('/dashboard/messages');
    await walk.waitFor(`document.querySelector('article')`);
    await walk.waitFor(`document.readyState === 'complete'`);
    const { name } = await makeLead(walk.product, { email: walk.emailOf('live') });
    await walk.waitFor(
      `[...document.querySelectorAll('main button')].some((button) => /1 new/i.test(button.textContent))`,
    );
    await walk.click('button', /1 new/i);
    await walk.waitFor(`document.querySelector('article')?.textContent.includes('${name}')`);
  },
  async 'a lead is taken, noted and put off until tomorrow by what stands under More'(walk) {
    const lead = await makeLead(walk.product, { email: walk.emailOf('work') });
    await walk.open(`/dashboard/messages?search=${encodeURIComponent(lead.name)}`);
    await walk.waitFor(`document.querySelectorAll('article').length === 1`);
    const card = `document.querySelector('article')`;
    await walk.click('button', /^more/i, card);
    await walk.waitFor(`${card}.querySelector('[name=assignee]')`);
    await walk.checkAxe();
    await walk.engine.type(`${card}.querySelector('[name=assignee]')`, 'You');
    await walk.engine.press('Enter');
    await walk.waitFor(`${card}.textContent.includes('Assigned to: You')`);
    await walk.type(/^internal note/i, 'Ask for the budget first', card);
    await walk.click('button', /save note/i, card);
    await walk.waitFor(`${card}.innerText.includes('1 internal note')`);
    await walk.click('button', /^tomorrow/i, card);
    await walk.waitFor(`${card}.innerText.includes('Follow up on')`);
    await walk.checkAxe();
  },
  ...openEach(staffScreens.filter((screen) => !ownerScreens.includes(screen))),
  async 'an owner of the agency sees the screens of owners'(walk) {
    const auth = walk.product.visitor().auth;
    const { data } = await auth.signInWithPassword({
      email: walk.emailOf('staff'),
      password: accountPassword,
    });
    const owner = { user_id: data.user?.id ?? '', role: 'owner' } as const;
    await walk.product.admin.from('staff').insert(owner).throwOnError();
    await walk.open('/dashboard');
    await walk.waitFor(`document.querySelector('a[href="/dashboard/agency"]')`);
  },
  ...openEach(ownerScreens),
};
