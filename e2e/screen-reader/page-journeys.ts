import { expressionByRole } from '../engines/engine.ts';
import { pressKeysMove, pressKeysOnMove, openPageMove, tabToMove, type Journeys } from './listener.ts';

/** Journeys 1, 3 and 5 of docs/accessibility/screen-reader-script.md: reading and navigating. */
export const pageJourneys: Journeys = {
  'Find a service and its price': [
    openPageMove('/', /Get found\. Work for everyone/),
    pressKeysMove('Tab', 'Tab', [/^Skip to content link/]),
    pressKeysMove('Enter', 'Return', [/main content/]),
    pressKeysMove('next heading', 'h', [/heading level/]),
    pressKeysOnMove('SERVICES', expressionByRole('link', /^services$/i), 'Return', [/^Our Services/]),
    pressKeysOnMove('a category', expressionByRole('link', /^accessibility/i), '', [
      /^Accessibility 2 (visited )?link/,
    ]),
    pressKeysMove('Enter', 'Return', [/^2 services, newest first/]),
    openPageMove('/services/accessibility-audit', /Accessibility Audit/),
    pressKeysOnMove('the prices', `document.querySelector('main h2')`, 'h', [/heading level/]),
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
    pressKeysMove('Tab to the menu button', 'Tab Tab Tab', [/^Menu collapsed push button/, /opens dialog/]),
    pressKeysMove('Enter', 'Return', [/^HOME (visited )?link/]),
    pressKeysMove('Tab', 'Tab', [/^ABOUT US (visited )?link/]),
    pressKeysMove('Escape', 'Escape', [/^Menu collapsed push button/]),
    pressKeysMove('Enter and Tab', 'Return Tab', [/^ABOUT US (visited )?link/]),
    pressKeysMove('Enter', 'Return', [/^For 25\+ years/]),
    {
      do: 'Dark, at the foot of the page',
      async act({ engine, focus, press }) {
        await engine.resize(1440, 900);
        await focus(expressionByRole('button', /^dark$/i));
        await press('space');
      },
      expected: [/^Dark toggle button (not pressed|pressed)/],
    },
    pressKeysOnMove('System', expressionByRole('button', /^system$/i), 'space', [/^System toggle button/]),
  ],
  'Read an article': [
    openPageMove('/resources', /Resources & Insights/),
    pressKeysOnMove('next heading', `document.querySelector('main a')`, 'h', [/heading level/]),
    openPageMove('/resources/ten-minute-keyboard-test', /keyboard test/),
    tabToMove('Tab to its contents', `document.querySelector('main nav a[href^="#"]')`, [
      /^Before you start (visited )?link/,
    ]),
  ],
};
