import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/** Opens a record of the sample content from its list. */
function edit(title: string): Step[] {
  return [step.visit, step.press(`Edit ${title}`, 'link'), step.seeRole('heading', /^Edit/), step.settled];
}

const editService = edit('Accessibility Audit');
const changePitch = step.fillIn('Short pitch', 'My words');

const versions = [
  {
    version: 2,
    saved_at: '2026-11-20T15:04:05Z',
    account_name: 'Maude Tremblay-Okoye',
    changed: ['short_pitch'],
  },
  { version: 1, saved_at: '2026-11-19T15:04:05Z', account_name: null, changed: [] },
];

const listVersions = [
  step.fulfill({
    'content_versions?select=version': versions,
    'content_versions?select=record': { record: { short_pitch: 'Words that it had before.' } },
  }),
  ...editService,
  step.pressText(/^Versions$/),
  step.see('Changed: Short pitch'),
];

/** The editor of a service, with the dialogs that can interrupt it. */
export const serviceStates: States = {
  editor: editService,
  'saved elsewhere': rareState(
    // as if another person had changed the same text after each time that it is read: nothing is written
    step.change(/\/rest\/v1\/services\?.*id=eq\./, (row) => ({
      ...row,
      is_published: false,
      short_pitch: `Their words (${new Date().toISOString()})`,
      updated_at: new Date().toISOString(),
    })),
    ...editService,
    changePitch,
    step.press('Save changes'),
    step.see('You and someone else both changed this'),
  ),
  'unsaved work': rareState(
    ...editService,
    changePitch,
    step.pressElement('main nav a'),
    step.seeRole('dialog', 'Leave without saving?'),
  ),
  versions: listVersions,
  'version compared': [
    ...listVersions,
    step.press(/^Compare.* Nov 19/),
    step.seeElement('dialog[open] dd ins'),
  ],
};

/** A new record that is not valid yet. */
export const newStates: States = {
  'things to fix': rareState(step.visit, step.press(/^Create/), step.see(/things? to fix:/)),
};

const screenshots = 'role=region[name=Screenshots]';
const editApp = [...edit('Ringcheck'), step.within(screenshots, step.seeRole('listitem'))];

function editScreenshots(button: RegExp): Step[] {
  return [...editApp, step.within(screenshots, step.press(button)), step.seeDialog];
}

/** The editor of an app, with the dialogs of its screenshots. */
export const appStates: States = {
  editor: editApp,
  'screenshots chosen': rareState(
    ...editScreenshots(/^Add/),
    step.addFiles,
    step.seeFocused('textbox', /^Description of ringcheck/),
  ),
  'screenshot edited': rareState(...editScreenshots(/^Edit/)),
  'screenshot deleted': rareState(...editScreenshots(/^Delete/)),
};

/** The editor of a post, with facts that its page will show. */
export const postStates: States = { editor: [...edit('The 10-minute'), step.see(/^Preview$/)] };

export const missingStates: States = { 'not found': rareState(step.visit, step.see('no longer exists.')) };

export const missingPreviewStates: States = {
  'not found': rareState(step.visit, step.see("There's nothing to preview.")),
};

/** Chooses files for an upload. */
const choosePictures = [
  step.visit,
  step.within('main', step.press(/^Add/)),
  step.addFiles,
  step.see('Choose the service or app it belongs to'),
];

export const mediaStates: States = {
  'pictures chosen': choosePictures,
  'asked before chosen pictures go': rareState(
    ...choosePictures,
    step.pressKey('Escape'),
    step.seeRole('dialog', 'Close without saving?'),
  ),
};

const deleted = [
  {
    id: '50000000-0000-4000-8000-000000000001',
    kind: 'services',
    name: 'Review Generation & Reputation',
    slug: 'reviews',
    created_at: '2026-11-20T15:04:05Z',
    accountName: 'Maude Tremblay-Okoye',
  },
  {
    id: '50000000-0000-4000-8000-000000000002',
    kind: 'posts',
    name: 'A post with no author',
    slug: 'no-author',
    created_at: '2026-11-01T09:00:00Z',
    accountName: null,
  },
];

const fullTrash = step.visitWith({ 'deleted_content?': deleted });

export const trashStates: States = {
  shown: [fullTrash, step.see('A post with no author')],
  empty: [step.visitWith({ 'deleted_content?': [] }), step.see('The trash is empty.')],
  'asked before it is gone for good': [fullTrash, step.press(/^Permanently delete/), step.seeDialog],
};

const redirect = {
  id: '50000000-0000-4000-8000-000000000003',
  from_path: '/our-services-since-1999-with-a-rather-long-address.html',
  target: 'https://other.example/a/long/path/of/another/site?with=a&query=of-its-own',
  status: 302,
  created_at: '2026-11-20T15:04:05Z',
};
const missed = [
  { id: '/old-page', visits: 1204, last_at: '2026-11-20T15:04:05Z' },
  { id: '/blog/2019/05/a-long-address-of-a-post-that-is-gone', visits: 1, last_at: '2026-11-01T09:00:00Z' },
];

const listRedirects = [
  step.visitWith({ 'redirects?': [redirect], 'missed_paths?': missed }),
  step.within('main', step.see(/^\/old-page$/)),
  step.see(/^\/our-services/),
];

export const redirectStates: States = {
  shown: listRedirects,
  empty: [
    step.visitWith({ 'redirects?': [], 'missed_paths?': [] }),
    step.see('No broken links yet.'),
    step.see('No redirects yet.'),
  ],
  'dialog with an error': [
    ...listRedirects,
    step.press(/^Redirect/),
    step.press('Save redirect'),
    step.inDialog(step.seeFieldError),
  ],
};
