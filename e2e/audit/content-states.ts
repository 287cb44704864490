import { rareState, type States, type Step } from './screen.ts';
import * as step from './state-steps.ts';

/** Opens a record of the sample content from its list. */
function edit(title: string): Step[] {
  return [step.visit, step.press(`Edit ${title}`, 'link'), step.seeRole('heading', /^Edit/), step.settled];
}

const editService = edit('Accessibility Audit');
const changePitch = step.fillIn('Short pitch', 'My words');

const listVersions = [...editService, step.pressText(/^Versions$/), step.see('Changed: Short pitch')];

/** A colleague changes the text that is being changed in the editor. */
const saveElsewhere = step.write(({ admin }) =>
  admin
    .from('services')
    .update({ short_pitch: `Their words (${new Date().toISOString()})` })
    .eq('slug', 'accessibility-audit')
    .throwOnError(),
);

/** The editor of a service, with the dialogs that can interrupt it. */
export const serviceStates: States = {
  editor: editService,
  'saved elsewhere': rareState(
    ...editService,
    changePitch,
    saveElsewhere,
    step.press('Publish changes'),
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
    // the newest one is what the editor has
    ({ page }) =>
      page
        .getByRole('button', { name: /^Compare/ })
        .nth(1)
        .click(),
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

const someImages = [step.visit, step.see('The team in May')];

export const allImagesStates: States = {
  shown: someImages,
  failed: rareState(...step.failReads(/rpc\/list_images/, step.visit)),
  selected: [...someImages, step.press('Select The team in May', 'checkbox'), step.see('1 image selected')],
  'in use': [...someImages, step.press('Delete The team in May'), step.seeDialog],
  'asked before it is deleted': [...someImages, step.press(/^Delete a-rather/), step.seeDialog],
  described: [...someImages, step.press(/^Describe a-rather/), step.seeDialog],
};

export const noImagesStates: States = {
  empty: [step.visit, step.see('No images have been uploaded yet.')],
};

const fullTrash = [step.visit, step.see('A post with no author')];

export const trashStates: States = {
  shown: fullTrash,
  'asked before it is gone for good': [...fullTrash, step.press(/^Permanently delete/), step.seeDialog],
};

export const emptyTrashStates: States = { empty: [step.visit, step.see('The trash is empty.')] };

const listRedirects = [
  step.visit,
  step.within('main', step.see(/^\/old-page$/)),
  step.see(/^\/our-services/),
];

export const redirectStates: States = {
  shown: listRedirects,
  'dialog with an error': [
    ...listRedirects,
    step.press(/^Redirect/),
    step.press('Save redirect'),
    step.inDialog(step.seeFieldError),
  ],
};

export const emptyRedirectStates: States = {
  empty: [step.visit, step.see('No broken links yet.'), step.see('No redirects yet.')],
};
