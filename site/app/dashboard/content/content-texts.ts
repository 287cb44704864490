// The texts shared by the lists, forms, editors of all content types.
import { defineTexts } from '../../texts/define-texts.ts';
import { endSentence } from '../../texts/end-sentence.ts';
import { formatCount } from '../../ui/format-values.ts';

/** Texts of all types of content; those of one type are in its definition. */
export const contentTexts = defineTexts({
  documentTitle: (title: string, agency: string) => `${title} · ${agency}`,
  list: {
    description: 'Published pages and drafts',
    add: (one: string) => `Add ${one.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())}`,
    empty: (one: string, many: string) => `No ${many} found. Create your first ${one} to get started.`,
  },
  fields: {
    content: 'Content',
    publishing: 'Publishing',
    name: { name: 'Name', title: 'Title' },
    slug: 'Web address',
    slugMoves: (path: string) => `${path} will redirect here.`,
    published: 'Published',
    isPublished: 'On: anyone can see it',
    isScheduled: (time: string) => `On: anyone can see it from ${time}`,
    isDraft: 'Off: only your team can see it',
    logoAltHint: (name: string) => `Leave blank to use “${name || 'Name'} logo”.`,
    noPicture: (picture: string) => `No ${picture.toLowerCase()}? We'll use this generated chart.`,
    time: {
      date: 'Date',
      dateHint: 'Leave blank to use the publishing date. A future date schedules it.',
      day: 'Publish on',
      dayHint: 'Leave blank to publish right away.',
      time: (zone: string) => `Time (${zone})`,
      dayMissing: 'Enter a date to go with that time',
    },
  },
  problems: {
    tooLong: (what: string, most: number) => `Shorten ${what} to ${formatCount(most)} characters or fewer`,
    nameMissing: { name: 'Enter a name', title: 'Enter a title' },
    nameTooLong: {
      name: 'Shorten the name to 200 characters or fewer',
      title: 'Shorten the title to 200 characters or fewer',
    },
    slugMissing: 'Enter a web address, such as accessibility-audit',
    slugWrong: 'Use only lowercase letters (a to z), digits and single dashes in the web address',
    slugTaken: 'That web address is already in use. Choose another one.',
    pictureUrl: 'Enter an image URL that starts with https:// or /',
    altTooLong: 'Shorten the image description to 500 characters or fewer',
    tooManyWords: (what: string) => `Use at most 40 ${what}`,
    wordTooLong: (what: string) => `Shorten each of the ${what} to 80 characters or fewer`,
  },
  editor: {
    openElsewhere: (one: string) =>
      `You have this ${one} open in another tab. If you edit it here instead, what you typed there comes along.`,
    editHere: 'Edit here instead',
    newTitle: (one: string) => `New ${one}`,
    editTitle: (one: string) => `Edit ${one}`,
    editorsOnly: "Your role can't edit content. Ask an owner.",
    loading: (one: string) => `Loading the ${one}...`,
    failed: (one: string) => `We couldn't load this ${one}.`,
    missing: 'Not found',
    missingText: (one: string, list: string) => `This ${one} no longer exists. <link>Back to ${list}</link>`,
    published: 'Published',
    publishedText: (name: string) => `${name} is live.`,
    scheduled: 'Scheduled',
    scheduledText: (name: string, time: string) => endSentence(`${name} will go live on ${time}`),
    sampleRemoved: "We removed what was left of the sample. It's still under Versions.",
    saved: 'Saved',
    savedText: (name: string) => `${name} is saved as a draft.`,
    discarded: 'Changes discarded',
    undo: 'Undo',
    saveChanges: 'Save changes',
    create: (one: string) => `Create ${one}`,
    unsavedChanges: 'Unsaved changes',
    restored: 'Your unsaved changes are back',
    allSaved: 'All changes saved',
    unchanged: 'No changes yet',
    saving: 'Saving...',
    discard: 'Discard changes',
    problems: (count: number) => (count === 1 ? '1 thing to fix:' : `${count} things to fix:`),
  },
  elsewhere: {
    deleted: (one: string) => `Someone else deleted this ${one}. We've kept what you wrote.`,
    saveAsNew: (one: string) => `Save mine as a new ${one}`,
    choose: (name: string | null, count: number) =>
      count === 1
        ? `${name ?? 'Someone else'} changed this too. Choose what to keep:`
        : `${name ?? 'Someone else'} changed ${count} of the same fields. Choose what to keep:`,
    title: (name: string | null) => `You and ${name ?? 'someone else'} both changed this`,
    choice: (fields: string, name: string | null) =>
      `${fields}: you and ${name ?? 'someone else'} both changed this`,
    mine: 'Yours',
    theirs: (name: string | null) => `From ${name ?? 'someone else'}`,
    nothing: 'Empty',
    keepMine: 'Keep mine',
    takeTheirs: 'Use theirs',
    taken: (name: string | null) => `Replaced with what ${name ?? 'someone else'} wrote`,
    merged: (name: string | null) => `Saved together with changes from ${name ?? 'someone else'}`,
    unsavedMerge: (name: string | null) => `Now includes changes from ${name ?? 'someone else'}`,
  },
  autosave: {
    label: 'Unsaved text',
    found: (device: string) => `You typed this on <time></time> in ${device}, and it was never saved.`,
    continue: 'Continue with it',
    compare: 'Compare',
    compareTitle: 'What you typed',
    discard: 'Discard it',
    continued: "It's in the editor. Save to keep it.",
    offline: "You're offline, or the server is. What you type is kept on this device and sent later.",
  },
  check: 'Accessibility check',
  leaving: {
    title: 'Leave without saving?',
    consequence: (what: string) => `Your changes to ${what} haven't been saved yet.`,
    theNew: (one: string) => `the new ${one}`,
    discard: 'Discard and leave',
    stay: 'Keep editing',
    busy: 'Leaving...',
  },
  errors: {
    changedSince:
      'Someone has changed it since, so nothing was deleted. If you delete it now, their changes go too.',
    denied: "You don't have permission to change content. Ask an owner.",
    noPreview: "There's nothing to preview. It was deleted, or you don't have permission to view drafts.",
  },
});
