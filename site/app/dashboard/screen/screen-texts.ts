// The texts that all screens of the dashboard share: frame, lists, pictures, chips, deletion, raised errors.
import { formatTimeZone } from '../../ui/format-values.ts';
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts that screens share; texts of one screen are in its folder. */
export const screenTexts = defineTexts({
  inZone: (label: string, zone: string) => `${label} (${zone})`,
  loading: 'Loading...',
  list: {
    loading: (what: string) => `Loading ${what}...`,
    failed: "We couldn't load this list.",
    retry: 'Retry',
    retrying: 'Trying again...',
    more: (what: string) => `Load more ${what}`,
    loadingMore: 'Loading more...',
    end: (what: string) => `All ${what} are shown`,
  },
  selection: {
    select: (name: string) => `Select ${name}`,
    count: (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many} selected`,
    selectShown: (count: number) => `Select all ${count} shown`,
    clear: 'Clear selection',
  },
  error: 'Error',
  order: (title: string, place: number, count: number) => `${title} is now ${place} of ${count}`,
  picture: {
    uploaded: 'Uploaded image',
    unnamed: 'Image',
    alt: 'Image description (alt text)',
    altOf: (of: string) => `Description of ${of} (alt text)`,
    altProblem: 'Describe it in one sentence, or mark it decorative',
    decorative: 'Decorative (no description needed)',
    decorativeOf: (of: string) => `Decorative (no description needed)<spoken> in ${of}</spoken>`,
    remove: (title: string) => `Remove<spoken> the ${title.toLowerCase()}</spoken>`,
    address: 'Or paste an image URL',
    addressHint: 'https://, or the path of an image on this site',
  },
  chips: {
    added: (chip: string) => `Added ${chip}`,
    removed: (chip: string) => `Removed ${chip}`,
    duplicate: (chip: string) => `${chip} is already on the list`,
    remove: (chip: string) => `Remove ${chip}`,
    placeholder: 'Add another',
    hint: (one: string) => `Type a ${one} and press Enter.`,
  },
  devices: {
    unknown: 'Unknown device',
    browserOn: (browser: string, system: string) => `${browser} on ${system}`,
    iphone: 'an iPhone',
    ipad: 'an iPad',
    mac: 'a Mac',
    android: 'Android',
    chromeOs: 'ChromeOS',
    windows: 'Windows',
    linux: 'Linux',
    edge: 'Edge',
    opera: 'Opera',
    samsung: 'Samsung Internet',
    firefox: 'Firefox',
    chrome: 'Chrome',
    safari: 'Safari',
  },
  deletion: {
    question: (title: string) => `Delete ${title}?`,
    confirm: (thing: string) => `Delete ${thing}`,
    busy: 'Deleting...',
    final: "This can't be undone.",
    done: 'Deleted',
    doneText: (title: string) => `${title.charAt(0).toUpperCase()}${title.slice(1)} was deleted.`,
    addressGoes: (path: string) => `${path} is removed right away. Old links will say the page is gone.`,
    scheduledGoes: "It's scheduled and not public yet. It won't be published.",
    draftGoes: "It's a draft, so nothing changes for visitors.",
  },
  row: {
    features: 'Features',
    edit: (title: string) => `Edit<spoken> ${title}</spoken>`,
    remove: (title: string) => `Delete ${title}`,
  },
});

/** Texts of the frame around a screen: sidebar, tabs, access gate, sign-out, screen errors. */
export const frameTexts = defineTexts({
  title: 'Admin Dashboard',
  documentTitle: (screen: string, agency: string) => `${screen} · ${agency}`,
  skipLink: 'Skip to content',
  loading: 'Loading...',
  waiting: {
    title: 'Dashboard',
    loading: 'Loading the dashboard...',
    needsScripts: 'The dashboard needs JavaScript. <link>Back to Main Site</link>',
  },
  sidebar: {
    savedViews: 'Saved views',
    label: 'Sidebar',
    panelLabel: 'Management',
    close: 'Close',
    logo: (agency: string) => `${agency}, overview`,
    management: 'Management',
    more: 'Bookings and agency',
    waiting: (count: string, isMore: boolean) =>
      isMore
        ? `${count}+<spoken> waiting for a reply</spoken>`
        : `${count} waiting<spoken> for a reply</spoken>`,
    due: (count: string, isMore: boolean) => `${count}${isMore ? '+' : ''} due`,
    publicSite: 'View public site',
    collapse: 'Collapse',
    expand: 'Expand',
    shortcut: 'Ctrl B',
  },
  tabs: {
    due: (label: string, count: string, isMore: boolean) =>
      `${label} (${count}${isMore ? '+' : ''}<spoken> due</spoken>)`,
    new: 'New',
    newRecord: (one: string) => `New ${one}`,
  },
  gate: {
    needsFactor: 'Your agency requires two-step verification.',
    setUpFactor: 'Set it up in Settings',
    needsApproval: 'Your account is waiting for approval by an owner.',
    approvalHint: 'Nothing to do: this page refreshes and opens once an owner approves you.',
    settings: 'Your name and password',
    failed: "We couldn't check your permissions.",
  },
  screenError: {
    title: 'Something went wrong here',
    description: 'Your saved work is safe. Reload; if it keeps happening, tell your site administrator.',
  },
  signOut: {
    label: 'Sign Out',
    effect: 'Signs you out on every device',
    busy: 'Signing out...',
    failed: 'Failed to sign out',
    onThisDevice: 'Sign out on this device',
    unsavedTitle: 'Sign out without saving?',
    unsaved:
      "You've written something that isn't saved or sent yet. Signing out deletes it from this device, and signs you out on every other one.",
    discard: 'Discard and sign out',
    stay: 'Stay signed in',
  },
});

/** Messages by the name that a database function sets as `detail` (supabase/schemas), for errorMessage(). */
export const databaseErrorTexts = defineTexts({
  too_many_canned_replies: "You've reached the limit of 200 canned replies. Delete one first.",
  too_many_saved_views: "You've reached the limit of 20 saved views. Remove one first.",
  list_changed: 'The list has changed. Refresh and try again.',
  content_denied: "You don't have permission to edit content.",
  leads_denied: "You don't have permission to manage leads.",
  reply_left: 'This reply has already been sent.',
  colleague_replied: 'A colleague has already replied. Open the conversation, then decide.',
  lead_unreachable: 'Enter an email address or a phone number.',
  lead_time: 'Choose a time within the past year.',
  time_out_of_range: 'Choose a time in the past ten years.',
  day_out_of_range: 'Choose today or a later date.',
  assignee_denied: "This colleague can't handle leads. Choose an owner or an agent.",
  redirect_loop: 'That redirects back to itself. Choose another address.',
  redirect_chain: 'The new address is redirected too. Enter the address it redirects to.',
  redirect_target: 'Another redirect points to this address. Change or delete that one first.',
  not_in_trash: 'This is no longer in the trash. Someone may have restored it already: refresh the list.',
  autosave_rejected: "This text is too long to keep on the server. It's kept on this device.",
  too_many_autosaves: 'You have unsaved text in 100 records. Save or discard some of it first.',
  content_gone: 'This no longer exists. Refresh the list.',
  not_there: 'This no longer exists. Refresh the list.',
  not_published: "This isn't published. Publish it before you save changes for later.",
  draft_changed: 'Someone has saved this draft since. Refresh to see their changes.',
  changed_since: 'Someone has published changes since. Refresh to see them, then publish.',
  address_taken: 'Another page, draft or redirect has this address. Choose another one.',
  time_passed: 'That time has passed. Choose a later one.',
  already_restored: 'This has already been restored.',
  not_quarantined: 'This message is no longer in possible spam.',
  owners_only: 'Only an owner can do this.',
  name_of_role: "That's the name of a role. Enter the name your colleagues call you by.",
  name_with_address: 'A name has no email address in it. Enter the name your colleagues call you by.',
  name_of_two_alphabets: 'A word of that name mixes letters of two alphabets. Write it in one.',
  last_owner: "The last owner can't be removed. Make someone else an owner first.",
  account_deleted: 'This account no longer exists. Refresh the list.',
  account_on_team: 'This account is on the team. Remove it from the team first.',
  link_not_needed: "This account doesn't need a link.",
  own_factor_first:
    "Set up two-step verification for yourself first. You'll find it in Settings. Otherwise you'd be locked out.",
});

/** "Day (Eastern Time)": the label of a date that a person enters, with the agency's zone. */
export function dayLabel(label: string, timeZone: string): string {
  return screenTexts.inZone(label, formatTimeZone(timeZone));
}
