import { toasts } from '../product/toasts.ts';
import { expect } from '../product/fixture.ts';
import { defineScreen, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/** Puts all controls into a state such as hover or focus at once, which only Chromium can do. */
function force(...forcedPseudoClasses: string[]): Step {
  return async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('DOM.enable');
    await devtools.send('CSS.enable');
    const { root } = await devtools.send('DOM.getDocument');
    const selector = 'main :is(a, button, input, select, textarea)';
    const { nodeIds } = await devtools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
    for (const nodeId of nodeIds)
      await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
  };
}

/** Every primitive of site/app/ui, on a page that exists only in builds of mode `primitives` (site/app/routes.ts). */
export const primitiveScreens = [
  defineScreen('/primitives', {
    served: [step.visit],
    hovered: [step.visit, force('hover')],
    focused: [step.visit, force('focus', 'focus-visible')],
    'dialog open': [step.visit, step.press('dialog'), step.seeRole('dialog')],
    'toasts up': [
      step.visitHydrated,
      step.press('toast-default'),
      step.press('toast-success'),
      step.press('toast-destructive'),
      ({ page }) => expect(toasts(page)).toHaveCount(3),
      step.holdToast,
    ],
  }),
];
