// Texts of the dashboard's frame: sidebar, tabs, access gate, sign-out, screen errors.
import { defineTexts } from '../../texts/define-texts.ts';

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
