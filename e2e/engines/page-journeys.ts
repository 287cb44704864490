import * as move from './journey-move.ts';
import { openHydratedInEngine } from './walk.ts';

const isDialogOpen = `document.querySelector('dialog:modal')`;
const isDark = `getComputedStyle(document.documentElement).colorScheme === 'dark'`;
const isOnMenuButton = `/menu/i.test(document.activeElement?.textContent + document.activeElement?.ariaLabel)`;

/** Journeys 1, 3 and 5 of docs/accessibility/screen-reader-script.md: reading and navigating. */
export const pageJourneys: move.Journeys = {
  'Find a service and its price': [
    move.openPage('/', /Get found\. Work for everyone/),
    move.pressKeys('Tab', 'Tab', { said: [/^Skip to content link/] }),
    move.pressKeys('Enter', 'Enter', { said: [/main content/] }),
    move.pressKeys('next heading', 'h', { said: [/heading level/] }),
    {
      do: 'wait until a link no longer opens another document',
      async act(walk) {
        await openHydratedInEngine(walk, '/');
        await walk.engine.evaluate(`window.titleBefore = document.title`);
      },
      shows: `window.titleBefore`,
    },
    move.activate('SERVICES', ['link', /^services$/i], 'Enter', {
      said: [/^Our Services/],
      shows: `location.pathname === '/services' && document.activeElement?.matches('h1') &&
        window.titleBefore && document.title !== window.titleBefore`,
    }),
    move.activate('a category', ['link', /^accessibility/i], '', {
      said: [/^Accessibility 2 (visited )?link/],
    }),
    move.pressKeys('Enter', 'Enter', { said: [/^2 services, newest first/] }),
    move.openPage('/services/accessibility-audit', /Accessibility Audit/),
    move.activate('the prices', `document.querySelector('main h2')`, 'h', { said: [/heading level/] }),
  ],
  'Move about with the menu on a phone': [
    {
      ...move.openPage('/services in a narrow window', /Our Services/),
      async act({ engine, open }) {
        await engine.resize(engine.narrowest, 844);
        await open('/services');
      },
      shows: `innerWidth < 768`,
    },
    move.pressKeys('Tab to the menu button', 'Tab Tab Tab', {
      said: [/^Menu collapsed push button/, /opens dialog/],
    }),
    move.activate('Menu', ['button', /menu/i], 'Enter', {
      said: [/^HOME (visited )?link/],
      shows: isDialogOpen,
    }),
    move.pressKeys('Tab', 'Tab', {
      said: [/^ABOUT US (visited )?link/],
      shows: `document.activeElement?.closest('dialog:modal')`,
    }),
    move.pressKeys('Escape', 'Escape', {
      said: [/^Menu collapsed push button/],
      shows: `!${isDialogOpen} && ${isOnMenuButton}`,
    }),
    move.pressKeys('Enter and Tab', 'Enter Tab', { said: [/^ABOUT US (visited )?link/] }),
    move.pressKeys('Enter', 'Enter', { said: [/^For 25\+ years/] }),
    {
      do: 'Dark, at the foot of the page',
      async act({ engine, activate }) {
        await engine.resize(1440, 900);
        await activate(['button', /^dark$/i], 'space');
      },
      said: [/^Dark toggle button (not pressed|pressed)/],
      shows: isDark,
    },
    { ...move.openPage('/contact'), shows: isDark },
    move.activate('System', ['button', /^system$/i], 'space', {
      said: [/^System toggle button/],
      shows: `!(${isDark})`,
    }),
  ],
  'Read an article': [
    move.openPage('/resources', /Resources & Insights/),
    move.activate('next heading', `document.querySelector('main a')`, 'h', { said: [/heading level/] }),
    move.openPage('/resources/ten-minute-keyboard-test', /keyboard test/),
    move.tabTo('Tab to its contents', `document.querySelector('main nav a[href^="#"]')`, {
      said: [/^Before you start (visited )?link/],
    }),
  ],
};
