import { contentTables } from '../../site/app/content/content-types.ts';
import { expect } from '../product/fixture.ts';
import * as content from './content-states.ts';
import { questionStates } from './auth-screens.ts';
import { codeStates, factorStates } from './factor-states.ts';
import { emptyFeedbackStates, feedbackStates } from './feedback-states.ts';
import { inboxStates, viewerStates } from './inbox-states.ts';
import { lockedStates, overviewStates, undecidedStates } from './overview-states.ts';
import { emptyOwnerScreens, ownerScreens } from './owner-screens.ts';
import { undecidedPrivacyStates } from './privacy-states.ts';
import { defineScreens, rareState, type States } from './screen.ts';
import * as step from './state-steps.ts';
import { personStates, triageStates, workStates } from './work-states.ts';

const shown: States = { shown: step.shown };

const onScreen: States = {
  ...shown,
  'sidebar collapsed': {
    at: (width) => width >= 768,
    isRare: true,
    steps: [
      ...step.shown,
      step.pressKey('Control+b'),
      step.seeElement('role=banner >> role=button[name="Sidebar"][expanded=false]'),
    ],
  },
  'sidebar as a panel': {
    at: (width) => width < 768,
    steps: [...step.shown, step.pressKey('Control+b'), step.seeRole('dialog', 'Management')],
  },
};

/** The tables that the lists of the screens read. */
const listed = [...contentTables, 'categories', 'media', 'app_media', 'leads', 'profiles'];
const lists = new RegExp(`/rest/v1/(${listed.join('|')})\\?`);

const loading: States = {
  loading: rareState(
    step.hold(lists),
    step.visit,
    // the dashboard itself has loaded
    step.seeRole('button', 'Sign Out'),
    ({ page }) => expect(page.locator('main').getByText('Loading').first()).toBeAttached(),
  ),
};

const failed: States = { failed: rareState(...step.failReads(lists, step.visit)) };

const onList: States = {
  ...onScreen,
  ...loading,
  ...failed,
};

const deletion = step.dialogStates(step.shown, /^Delete/);

/** Every screen of the dashboard, as staff see it. */
export const staffScreens = [
  ...defineScreens({
    '/dashboard': { ...onScreen, ...loading, ...failed, ...overviewStates, ...codeStates },
    '/dashboard/services': { ...onList, ...deletion, ...content.serviceStates },
    '/dashboard/services/new': { ...shown, ...step.forcedStates(step.shown), ...content.newStates },
    '/dashboard/services/none': content.missingStates,
    '/dashboard/apps': { ...onList, ...deletion, ...content.appStates },
    '/dashboard/apps/new': shown,
    '/dashboard/resources': { ...onList, ...deletion, ...content.postStates },
    '/dashboard/resources/new': { ...shown, ...content.newStates },
    '/dashboard/preview/services/00000000-0000-4000-8000-000000000000': content.missingPreviewStates,
    '/dashboard/nope': { shown: [step.visit, step.seeRole('heading', 'Oops! Page not found')] },
    '/dashboard/trash': content.trashStates,
    '/dashboard/redirects': content.redirectStates,
    '/dashboard/messages': { ...onList, ...inboxStates, ...workStates, ...personStates },
    '/dashboard/messages/triage': triageStates,
    '/dashboard/feedback': feedbackStates,
    '/dashboard/case-studies': { ...onList, ...deletion },
    '/dashboard/case-studies/new': { ...shown, ...content.newStates },
    '/dashboard/categories': {
      ...onList,
      ...step.dialogStates(step.shown, /^Add/, /^Edit/, /^Delete/),
      // a screen that could not be rendered, in the frame, which stays
      broken: [
        ...step.shown,
        step.press(/^Add/),
        step.seeDialog,
        // as a browser extension that moves elements, which React then cannot remove
        ({ page }) =>
          page.locator('dialog[open]').evaluate((dialog: HTMLDialogElement) => {
            document.querySelector('main')?.append(dialog);
            dialog.close();
          }),
        step.seeRole('heading', 'Something went wrong here'),
      ],
    },
    '/dashboard/media': {
      ...onList,
      ...step.dialogStates(step.shown, /^Edit/, /^Delete/),
      ...content.mediaStates,
    },
    '/dashboard/media/all': content.allImagesStates,
    '/dashboard/settings': {
      ...onScreen,
      ...loading,
      'password form with an error': [
        ...step.shown,
        step.press('Change password'),
        step.press('Change password'),
        step.see('Enter your current password'),
      ],
      ...factorStates,
    },
    '/dashboard/settings?new-password': shown,
  }),
  ...ownerScreens,
  ...defineScreens({ '/auth': questionStates }),
];

const empty: States = {
  empty: [
    step.visit,
    step.within('main', step.see(/No \W*(?:services|apps|resources|case|messages|categories|media)\b/)),
  ],
};

/** The lists of the dashboard while the agency has no record. */
export const emptyStaffScreens = [
  ...defineScreens({
    '/dashboard/services': empty,
    '/dashboard/apps': empty,
    '/dashboard/resources': empty,
    '/dashboard/messages': empty,
    '/dashboard/case-studies': empty,
    '/dashboard/categories': empty,
    '/dashboard/media': empty,
    '/dashboard/media/all': content.noImagesStates,
    '/dashboard/trash': content.emptyTrashStates,
    '/dashboard/redirects': content.emptyRedirectStates,
    '/dashboard/feedback': emptyFeedbackStates,
  }),
  ...emptyOwnerScreens,
];

/** After an upgrade, before an owner has decided for how long leads are kept. */
export const undecidedScreens = defineScreens({
  '/dashboard': undecidedStates,
  '/dashboard/privacy': undecidedPrivacyStates,
});

/** Where accounts need approval and a second factor. */
export const lockedScreens = defineScreens({
  '/dashboard': lockedStates,
  '/dashboard/messages': viewerStates,
});
