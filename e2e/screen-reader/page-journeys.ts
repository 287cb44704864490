import { byRole } from '../engines/engine.ts';
import { keys, on, opened, tabTo, type Journeys } from './listener.ts';

/** Journeys 1, 3 and 5 of docs/accessibility/screen-reader-script.md: reading and navigating. */
export const pageJourneys: Journeys = {
  'Find a service and its price': [
    opened('/', /Get found\. Work for everyone/),
    keys('Tab', 'Tab', [/^Skip to content link/]),
    keys('Enter', 'Return', [/main content/]),
    keys('next heading', 'h', [/heading level/]),
    on('SERVICES', byRole('link', /^services$/i), 'Return', [/^Our Services/]),
    on('a category', byRole('link', /^accessibility/i), '', [/^Accessibility 2 (visited )?link/]),
    keys('Enter', 'Return', [/^2 services, newest first/]),
    opened('/services/accessibility-audit', /Accessibility Audit/),
    on('the prices', `document.querySelector('main h2')`, 'h', [/heading level/]),
  ],
  'Move about with the menu on a phone': [
    {
      do: 'open /services in a narrow window',
      async act({ engine, open }) {
        await engine.resize(390, 844);
        await open('/services');
      },
      expected: [/Our Services/, /^Finished loading/],
    },
    keys('Tab to the menu button', 'Tab Tab Tab', [/^Menu collapsed push button/, /opens dialog/]),
    keys('Enter', 'Return', [/^HOME (visited )?link/]),
    keys('Tab', 'Tab', [/^ABOUT US (visited )?link/]),
    keys('Escape', 'Escape', [/^Menu collapsed push button/]),
    keys('Enter and Tab', 'Return Tab', [/^ABOUT US (visited )?link/]),
    keys('Enter', 'Return', [/^For 25\+ years/]),
    {
      do: 'Dark, at the foot of the page',
      async act({ engine, focus, press }) {
        await engine.resize(1440, 900);
        await focus(byRole('button', /^dark$/i));
        await press('space');
      },
      expected: [/^Dark toggle button (not pressed|pressed)/],
    },
    on('System', byRole('button', /^system$/i), 'space', [/^System toggle button/]),
  ],
  'Read an article': [
    opened('/resources', /Resources & Insights/),
    on('next heading', `document.querySelector('main a')`, 'h', [/heading level/]),
    opened('/resources/ten-minute-keyboard-test', /keyboard test/),
    tabTo('Tab to its contents', `document.querySelector('main nav a[href^="#"]')`, [
      /^Before you start (visited )?link/,
    ]),
  ],
};
