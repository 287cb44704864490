import { publicScreens } from '../audit/public-screens.ts';
import { byLabel, byRole } from './engine.ts';
import type { Step, Walk } from './walk.ts';

const focusOnHeading = `document.activeElement?.matches('h1')`;
const isDialogOpen = `document.querySelector('dialog:modal')`;

async function expectLead({ product }: Walk, email: string): Promise<void> {
  const { data, error } = await product.admin().from('leads').select('id').eq('email', email);
  if (error) throw error;
  if (data.length !== 1) throw new Error(`${data.length} leads of ${email} instead of 1`);
}

function look(path: string): Step {
  return {
    title: `${path} fits its width, breaks no rule of axe and fetches no script before it is touched`,
    async run(walk) {
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
    },
  };
}

export const publicSteps: Step[] = [
  ...publicScreens
    .map(({ path }) => path)
    .filter((path) => !path.includes('?'))
    .map(look),
  {
    title: 'a link leads to its page inside the document: heading focused, title changed',
    async run(walk) {
      await walk.openHydrated('/');
      await walk.engine.evaluate('(window.sameDocument = true, window.titleBefore = document.title)');
      await walk.engine.click(byRole('link', /^contact us$/i));
      await walk.waitFor(`location.pathname === '/contact' && ${focusOnHeading}`);
      await walk.waitFor(`window.sameDocument && document.title !== window.titleBefore`);
    },
  },
  {
    title: 'the dark theme can be chosen and holds on the next page',
    async run(walk) {
      await walk.open('/');
      await walk.engine.click(byRole('button', /^dark$/i));
      const isDark = `getComputedStyle(document.documentElement).colorScheme === 'dark'`;
      await walk.waitFor(isDark);
      await walk.open('/services');
      await walk.waitFor(isDark);
      await walk.checkAxe();
      await walk.engine.click(byRole('button', /^system$/i));
      await walk.waitFor(`!(${isDark})`);
    },
  },
  {
    title: 'on a phone the menu opens, keeps the focus, closes with Escape and gives the focus back',
    async run(walk) {
      await walk.engine.resize(walk.engine.narrowest, 844);
      await walk.open('/');
      await walk.engine.click(byRole('button', /menu/i));
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
  },
  {
    title: 'the contact form sent empty says what is missing and takes the focus there',
    async run(walk) {
      await walk.openHydrated('/contact');
      await walk.engine.click(byRole('button', /send message/i));
      await walk.waitFor(`document.querySelectorAll('main form [aria-invalid=true]').length === 3`);
      await walk.waitFor(
        `/there is a problem/i.test(document.activeElement?.textContent) && document.activeElement !== document.body`,
      );
      await walk.checkAxe();
    },
  },
  {
    title: 'a message from the contact form arrives',
    async run(walk) {
      await walk.open('/contact');
      const email = `contact@${walk.engine.name.toLowerCase()}.example`;
      await walk.engine.type(byLabel(/^name/i), 'Fern Fox');
      await walk.engine.type(byLabel(/^email/i), email);
      await walk.engine.type(byLabel(/^message/i), 'Our booking form traps the keyboard.');
      await walk.engine.click(byRole('button', /send message/i));
      await walk.waitFor(
        `!document.querySelector('main form textarea')?.value && /sent|thank/i.test(document.querySelector('main').innerText)`,
      );
      await expectLead(walk, email);
    },
  },
  {
    title: 'a proposal is asked for in the dialog, which gives the focus back',
    async run(walk) {
      await walk.open('/services/accessibility-audit');
      const email = `proposal@${walk.engine.name.toLowerCase()}.example`;
      const isBack = `!${isDialogOpen} && document.activeElement !== document.body`;
      await walk.engine.click(byRole('button', /proposal/i));
      await walk.waitFor(isDialogOpen);
      await walk.checkAxe();
      await walk.engine.press('Escape');
      await walk.waitFor(isBack);
      await walk.engine.click(byRole('button', /proposal/i));
      await walk.waitFor(isDialogOpen);
      await walk.engine.type(byLabel(/^name/i), 'Fern Fox');
      await walk.engine.type(byLabel(/^email/i), email);
      await walk.engine.click(byRole('button', /send|submit|request/i));
      await walk.waitFor(isBack);
      await expectLead(walk, email);
    },
  },
];
