// The texts of the inbox that are shown before a dialog, thread or panel is opened.
import { defineTexts } from '../../texts/define-texts.ts';
import { formatCount } from '../../ui/format-values.ts';

function number(count: number): string {
  return count.toLocaleString('en-CA');
}

function leads(count: number): string {
  return `${number(count)} ${count === 1 ? 'lead' : 'leads'}`;
}

export const inboxTexts = defineTexts({
  title: 'Messages',
  description: 'Manage conversations and qualify leads',
  noAccess: "Your role can't view leads. Ask an owner.",
  livePaused: 'Live updates paused. Reconnecting...',
  noMessage: 'No message was included.',
  /** after the title of a toast: "Reply Sent to Vera Person", "Success (Vera Person)" */
  toastTo: (name: string) => `to ${name}`,
  toastFor: (name: string) => `(${name})`,
  sendFailed: 'Failed to Send',
  totalCount: (count: number, newCount: number) =>
    leads(count) + (newCount > 0 ? `, ${number(newCount)} new` : ''),
  foundCount: (count: number) => (count === 1 ? '1 result' : `${number(count)} results`),
  foundMany: '1,000+ results',
  list: {
    label: 'Leads',
    what: 'leads',
    loading: 'Loading messages...',
    empty: 'No messages yet. They will appear here when someone submits a contact form.',
    noMatch: 'No messages match your filters.',
    clearFilters: 'Clear filters',
  },
  toolbar: {
    searchLabel: 'Search leads',
    searchPlaceholder: 'Search by name, email, or company...',
    statusLabel: 'Filter by status',
    allStatus: 'All Status',
    needsReply: 'Needs a reply',
    needs: { due: 'Follow-up due', late: 'Past target', mention: 'Mentions you' },
    notInterested: 'Not interested<only> only</only>',
    options: 'List options',
    optionsWord: 'Options',
  },
  addLead: 'Add a lead',
  newLeads: {
    one: (name: string) => `1 new lead: ${name}`,
    many: (count: number) => `${count} new leads`,
    oneMatch: (name: string) => `1 new match: ${name}`,
    manyMatches: (count: number) => `${count} new matches`,
  },
  changes: {
    leadWrote: (name: string) => `${name} wrote a message`,
    youReplied: (name: string) => `You replied to ${name}`,
    colleagueReplied: (name: string) => `A colleague replied to ${name}`,
    status: (name: string, status: string) => `Status of ${name}: ${status}`,
  },
  card: {
    bounced: 'Email bounced',
    messages: (count: number) => `${number(count)} ${count === 1 ? 'message' : 'messages'}`,
    replies: (count: number) => `${number(count)} ${count === 1 ? 'reply' : 'replies'}`,
    service: (name: string) => `Interested in: <name>${name}</name>`,
    erased:
      "This person's data was permanently deleted on <day></day>. This card stays so your totals add up.",
    noEmail: 'No email address. Call them, then change the status.',
    statusLabel: (name: string) => `Status for ${name}`,
    statusRefused: 'This lead was deleted, or you no longer have permission to change it.',
  },
  doNotContact: 'Do not contact',
  moved: {
    noMatch: 'No longer matches this filter',
    movedTo: (status: string) => `Moved to ${status}`,
    undo: (name: string, status: string) => `Undo<spoken> ${name}, back to ${status}</spoken>`,
  },
  thread: {
    toggle: (name: string) => `Conversation Thread<spoken> with ${name}</spoken>`,
    you: 'You',
    sentBy: (name: string) => `sent by ${name}`,
    formerColleague: 'a former colleague',
    colleague: 'A colleague',
    channels: { phone: 'by phone', in_person: 'in person', other: 'another way' },
  },
  reply: {
    label: (name: string) => `Reply to ${name}`,
    placeholder: 'Type your reply here...',
    effect: 'Sending changes the status to Contacted',
    submit: 'Send Reply',
    submitAndNext: 'Send and next',
    unfilled: (gap: string) => `Fill in or remove ${gap} before you send.`,
    busy: 'Sending...',
    sending: (name: string) => `Sending your reply to ${name}`,
    sentTitle: 'Reply Sent',
    sent: 'Your message has been recorded',
    undo: (name: string) => `Undo<spoken> reply to ${name}</spoken>`,
    undone: (name: string) => `Your reply to ${name} wasn't sent. Your text is back in the reply box.`,
  },
  triage: (count: number, isMore: boolean, late: number) => {
    if (count === 0) return 'Emails to sort';
    const emails = `${number(count)}${isMore ? ' or more' : ''} ${count === 1 ? 'email' : 'emails'} to sort`;
    return late > 0 ? `${emails}, ${number(late)} past target` : emails;
  },
  quarantine: {
    summary: (count: number, hasMore: boolean) =>
      `${hasMore ? `More than ${count}` : count} possible spam ${count === 1 ? 'message' : 'messages'}`,
    what: 'possible spam messages',
    reasons: (reasons: string) => `Why: ${reasons}`,
    restore: 'Move to inbox',
    restoreLabel: (name: string) => `Move to inbox: ${name}`,
    restored: 'Moved to the inbox',
  },
  billing: {
    label: (tool: string, name: string) => `${tool}, ${name}`,
    send: (tool: string, name: string) => `Send to ${tool}<spoken> (${name})</spoken>`,
    busy: 'Syncing...',
    sentTitle: 'Success',
    sent: (tool: string) => `Lead synced to ${tool} successfully`,
    failedTitle: 'Sync Failed',
    failed: (tool: string) => `Failed to sync lead to ${tool}`,
    syncedOn: (day: string) => `Synced on ${day}`,
    unknownDay: 'an unknown date',
    practice: 'Practice mode',
    practiceNote: (tool: string) => `Nothing is sent to ${tool}`,
  },
  export: {
    label: 'Export',
    start: 'Export CSV',
    started: 'Exporting leads',
    cancel: 'Cancel export',
    cancelled: 'Export cancelled',
    progress: (done: number, all: number) => `${number(done)} of ${number(all)}`,
    progressOfUnknown: (done: number) => `${number(done)} leads`,
    done: (count: number, file: string) => `${leads(count)} exported to ${file}`,
    leftTitle: 'Export cancelled',
    left: 'The export stopped because you left Messages. No file was saved.',
    failedTitle: 'Export failed',
  },
});

export const assigneeTexts = defineTexts({
  me: 'You',
  former: 'a former colleague',
  shown: (name: string) => `<spoken>Assigned to: </spoken>${name}`,
  givenToYou: (lead: string) => `${lead} is now assigned to you`,
  filter: {
    label: 'Filter by assignee',
    everyone: 'All colleagues',
    mine: 'Mine',
    nobodys: 'Unassigned',
  },
});

export const selectLeadsTexts = defineTexts({
  select: 'Select leads',
  selectWord: 'Select',
  lead: (name: string) => `Select ${name}`,
  toggled: (name: string, isSelected: boolean, count: number) =>
    `${name}: ${isSelected ? 'selected' : 'not selected'}. ${leads(count)} selected.`,
});

export const leadWorkLabelTexts = defineTexts({
  unread: 'Unread',
  mentioned: 'A note mentions you',
  notes: (count: number) => (count === 1 ? '1 internal note' : `${formatCount(count)} internal notes`),
  automaticMails: (count: number) =>
    count === 1 ? '1 automatic email' : `${formatCount(count)} automatic emails`,
  waitingShortly: 'Waiting less than a business hour',
  waiting: (count: number) => `Waiting ${count} business ${count === 1 ? 'hour' : 'hours'}`,
  days: (count: number) => `Waiting ${formatCount(count)} business ${count === 1 ? 'day' : 'days'}`,
  late: (wait: string) => `Late. ${wait}`,
  /** For use beside an icon, where there is little space. */
  shortWait: (hours: number) => (hours < 1 ? '< 1 h' : `${hours} h`),
  shortDays: (days: number) => `${formatCount(days)} d`,
  followUpOn: (day: string) => `Follow up on ${day}`,
  due: 'Follow up today',
});

export const leadToolsTexts = defineTexts({
  toggle: (name: string) => `More<spoken> for ${name}</spoken>`,
  loading: 'Loading...',
});
