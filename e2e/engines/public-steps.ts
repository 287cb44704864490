import { publicScreens } from '../audit/public-screens.ts';
import { readConversationPath, makeLead } from '../product/staff.ts';
import type { EngineSteps, EngineWalk } from './walk.ts';

const focusOnHeading = `document.activeElement?.matches('h1')`;
const isDialogOpen = `document.querySelector('dialog:modal')`;
const isDark = `getComputedStyle(document.documentElement).colorScheme === 'dark'`;

const firstTime = `document.querySelector('input[name^=slot]').labels[0]`;
const isOnProblems = `document.activeElement?.getAttribute('role') === 'alert'`;
const chooseLastTime = `
  const time = [...document.querySelectorAll('input[name^=slot]')].at(-1);
  document.querySelector('[name=day][value="' + time.name.slice(5) + '"]').checked = time.checked = true;
`;

/** Submits the form like a browser without scripts: no listener is called. */
async function sendPlainly({ engine }: EngineWalk, form: string): Promise<void> {
  await engine.evaluate(`${form}.submit()`);
}

function headingHas(words: string): string {
  return `document.querySelector('h1')?.textContent.includes('${words}')`;
}

async function expectLead({ product }: EngineWalk, email: string): Promise<void> {
  const { data } = await product.admin.from('leads').select('id').eq('email', email).throwOnError();
  if (data.length !== 1) throw new Error(`${data.length} leads of ${email} instead of 1`);
}

async function look(walk: EngineWalk, path: string): Promise<void> {
  await walk.open(path);
  const scripts = await walk.engine.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length`,
  );
  if (scripts !== 0) throw new Error(`${String(scripts)} scripts`);
  for (const width of [1440, walk.engine.narrowest]) {
    await walk.engine.resize(width, 900);
    await walk.waitFor(`innerWidth <= ${width}`);
    await walk.waitFor(`document.documentElement.scrollWidth <= innerWidth`);
    await walk.checkAxe();
  }
  await walk.engine.resize(1440, 900);
}

const looks: EngineSteps = Object.fromEntries(
  publicScreens
    .filter(({ path }) => !path.includes('?'))
    .map(({ path }) => [
      `${path} fits its width, breaks no rule of axe and fetches no script before it is touched`,
      (walk) => look(walk, path),
    ]),
);

export const publicSteps: EngineSteps = {
  ...looks,
  async 'a link leads to its page inside the document: heading focused, title changed'(walk) {
    await walk.openHydrated('/');
    await walk.engine.evaluate('(window.sameDocument = true, window.titleBefore = document.title)');
    await walk.click('link', /^contact us$/i);
    await walk.waitFor(`location.pathname === '/contact' && ${focusOnHeading}`);
    await walk.waitFor(`window.sameDocument && document.title !== window.titleBefore`);
  },
  async 'the dark theme can be chosen and holds on the next page'(walk) {
    await walk.open('/');
    await walk.click('button', /^dark$/i);
    await walk.waitFor(isDark);
    await walk.open('/services');
    await walk.waitFor(isDark);
    await walk.checkAxe();
    await walk.click('button', /^system$/i);
    await walk.waitFor(`!(${isDark})`);
  },
  async 'on a phone the menu opens, keeps the focus, closes with Escape and gives the focus back'(walk) {
    await walk.engine.resize(walk.engine.narrowest, 844);
    await walk.open('/');
    await walk.click('button', /menu/i);
    await walk.waitFor(isDialogOpen);
    await walk.checkAxe();
    await walk.engine.press('Tab');
    await walk.waitFor(`document.activeElement?.closest('dialog:modal')`);
    await walk.engine.press('Escape');
    await walk.waitFor(
      `!${isDialogOpen} && /menu/i.test(document.activeElement?.textContent + document.activeElement?.ariaLabel)`,
    );
    await walk.engine.resize(1440, 900);
  },
  async 'the contact form sent empty says what is missing and takes the focus there'(walk) {
    await walk.openHydrated('/contact');
    await walk.click('button', /send message/i);
    await walk.waitFor(`document.querySelectorAll('main form [aria-invalid=true]').length === 3`);
    await walk.waitFor(
      `/there is a problem/i.test(document.activeElement?.textContent) && document.activeElement !== document.body`,
    );
    await walk.checkAxe();
  },
  async 'a message from the contact form arrives'(walk) {
    await walk.open('/contact');
    const email = walk.emailOf('contact');
    await walk.type(/^name/i, 'Fern Fox');
    await walk.type(/^email/i, email);
    await walk.type(/^message/i, 'Our booking form traps the keyboard.');
    await walk.click('button', /send message/i);
    await walk.waitFor(
      `!document.querySelector('main form textarea')?.value && /sent|thank/i.test(document.querySelector('main').innerText)`,
    );
    await expectLead(walk, email);
  },
  async 'a proposal is asked for in the dialog, which gives the focus back'(walk) {
    await walk.open('/services/accessibility-audit');
    const email = walk.emailOf('proposal');
    const isBack = `!${isDialogOpen} && document.activeElement !== document.body`;
    await walk.click('button', /proposal/i);
    await walk.waitFor(isDialogOpen);
    await walk.checkAxe();
    await walk.engine.press('Escape');
    await walk.waitFor(isBack);
    await walk.click('button', /proposal/i);
    await walk.waitFor(isDialogOpen);
    await walk.type(/^name/i, 'Fern Fox');
    await walk.type(/^email/i, email);
    await walk.click('button', /send|submit|request/i);
    await walk.waitFor(isBack);
    await expectLead(walk, email);
  },
  // submissions other than the two forms for leads: each form once without scripts
  async 'the contact form sent without scripts comes back with its problems, which have the focus'(walk) {
    await walk.open('/contact');
    await sendPlainly(walk, `document.querySelector('main form')`);
    await walk.waitFor(isOnProblems);
    await walk.checkAxe();
  },
  async 'a consultation is booked with scripts and moved without them'(walk) {
    await walk.openHydrated('/book');
    await walk.engine.click(firstTime);
    await walk.type(/^name/i, 'Fern Fox');
    await walk.type(/^email/i, walk.emailOf('book'));
    await walk.click('button', /book this time/i);
    await walk.waitFor(headingHas('is booked'));
    await walk.checkAxe();
    await walk.engine.evaluate(`(() => {${chooseLastTime}})()`);
    await sendPlainly(walk, `document.querySelector('input[name=day]').form`);
    await walk.waitFor(headingHas('has a new time'));
    await walk.checkAxe();
  },
  async 'the page of a conversation says what is missing and takes an answer'(walk) {
    const { id } = await makeLead(walk.product, { email: walk.emailOf('thread') });
    await walk.open(await readConversationPath(walk.product, id));
    await walk.checkAxe();
    await walk.click('button', /send reply/i);
    await walk.waitFor(`document.activeElement?.ariaInvalid === 'true'`);
    await walk.type(/your reply/i, 'Thursday works for us.');
    await walk.click('button', /send reply/i);
    await walk.waitFor(`document.activeElement?.id === 'sent'`);
    await walk.waitFor(`document.querySelector('main').innerText.includes('Thursday works for us.')`);
    await walk.checkAxe();
  },
};
