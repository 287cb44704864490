import { contentTables, contentTypeOf } from '../../site/app/content/content-types.ts';
import { expect } from '../product/fixture.ts';
import { fillByLabel, openProposalDialog, leadFormValues } from '../lead/lead-forms.ts';
import type { Product } from '../product/product.ts';
import { toasts } from '../product/toasts.ts';
import { publicPaths } from '../public/public-paths.ts';
import { defineScreens, rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/** The page as it was served, before any interaction. */
export const servedStates: States = { served: [step.visit] };

const onPage: States = {
  ...servedStates,
  'menu open': {
    at: (width) => width < 768,
    steps: [step.visitHydrated, step.press('Menu'), step.seeElement('dialog#menu')],
  },
};

const openProposal: Step = ({ page, path }) => openProposalDialog(page, path);

const proposal: States = {
  'dialog open': [openProposal],
  'dialog with errors and a toast': [
    openProposal,
    step.inDialog(step.press('Send request'), step.seeElement('[aria-invalid=true]')),
    step.holdToast,
  ],
};

const sendEmpty = [step.visitHydrated, step.press('Send Message'), step.within(toasts, step.see(/./))];

const home: States = {
  loading: rareState(
    step.visitHydrated,
    step.hold('**/resources.data*'),
    step.within('footer', step.press('Resources', 'link')),
    ({ page }) => expect(page.getByRole('status')).toContainText('Loading'),
  ),
  // an error in a link is shown on the page that it leads to
  'problem in the address': rareState(
    step.visitAt('?error=access_denied&error_code=otp_expired'),
    step.pressKey('Tab'),
    step.within(toasts, step.see('This link has expired')),
    step.holdToast,
  ),
};

const contact: States = {
  ...step.forcedStates([step.visit]),
  errors: [
    ...sendEmpty,
    step.within(toasts, step.press('Dismiss')),
    ({ page }) => expect(toasts(page)).toHaveCount(0),
  ],
  'toast up': [...sendEmpty, step.holdToast],
  'kept on this device': [
    ({ page }) =>
      page.route('**/*.data*', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      ),
    step.visitHydrated,
    ({ page }) => fillByLabel(page.locator('main form'), leadFormValues),
    step.press('Send Message'),
    step.see('Saved on this device.'),
    step.holdToast,
  ],
};

const book: States = {
  errors: [step.visit, step.press('Book this time'), step.seeRole('alert')],
  // the page of its link, with both choices open
  booked: [
    // without waiting, Playwright may fill in a field that a failed hydration then replaces
    step.visitHydrated,
    step.press(/[ap]\.m\./, 'radio'),
    step.fillIn('Name', 'Bo Lind'),
    step.fillIn('Email', 'audit@lind.example'),
    step.press('Book this time'),
    step.pressText('Cancel the consultation'),
    step.pressText('Change the time'),
  ],
};

const picture: States = {
  'picture open': [
    step.visitHydrated,
    step.press(/^Enlarge screenshot 1/),
    step.seeRole('dialog', /^Screenshot 1/),
  ],
};

/** States in addition to those that every page can have. */
const furtherStates: Record<string, States> = {
  '/': home,
  '/contact': contact,
  '/services': step.forcedStates([step.visit]),
  '/book': book,
  '/services/accessibility-audit': proposal,
  '/apps/ringcheck': { ...proposal, ...picture },
};

const paths = [
  ...publicPaths,
  '/services?category=search',
  '/services/nope',
  '/preview/services/nothing',
  '/book/none-of-ours',
  '/unsubscribe/none-of-ours',
];

/** Every kind of public page, in every state that it can have while content is published. */
export const publicScreens = defineScreens(
  Object.fromEntries(paths.map((path) => [path, { ...onPage, ...furtherStates[path] }])),
);

/** The pages with lists, without any published content. */
export const emptyScreens = defineScreens(
  Object.fromEntries(
    ['/', ...contentTables.map((table) => contentTypeOf(table).path)].map((path) => [
      path,
      { empty: [step.visit] },
    ]),
  ),
);

export async function unpublishAll(product: Product): Promise<void> {
  for (const table of contentTables)
    await product.admin.from(table).update({ is_published: false }).eq('is_published', true).throwOnError();
}
