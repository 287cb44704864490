import { defineTexts } from '../../texts/define-texts.ts';

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
  livePaused: 'Live updates paused. Reconnecting…',
  noMessage: 'No message was included.',
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
    clearFilters: 'Clear search and status',
  },
  toolbar: {
    searchLabel: 'Search leads',
    searchPlaceholder: 'Search by name, email, or company...',
    statusLabel: 'Filter by status',
    allStatus: 'All Status',
    needsReply: 'Needs a reply',
    needs: { due: 'Follow-up due', late: 'Past target', mention: 'Mentions you' },
    notInterested: 'Not interested<only> only</only>',
  },
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
    messages: (count: number) => `${number(count)} ${count === 1 ? 'message' : 'messages'}`,
    replies: (count: number) => `${number(count)} ${count === 1 ? 'reply' : 'replies'}`,
    service: (name: string) => `Interested in: <name>${name}</name>`,
    erased:
      'This person’s data was erased on <day></day>: name, contact details and messages are gone for good. The card stays so that your numbers stay right.',
    firstMessage: 'First message',
    lastReply: 'Last reply',
    statusLabel: (name: string) => `Status for ${name}`,
    statusRefused: 'This lead was deleted, or you no longer have permission to change it.',
  },
  source: {
    label: 'Where this lead came from',
    site: (host: string) => `Came from ${host}`,
    campaign: (campaign: string) => `Campaign: ${campaign}`,
    landing: (path: string) => `First page: ${path}`,
    api: 'Sent through the API',
  },
  consent: {
    badge: 'Do not contact',
    refusedByLink: (day: string) => `Asked us not to email them on ${day}, by the link in an email.`,
    refusedByHand: (day: string) => `Marked as do not contact on ${day} by a colleague.`,
    answersOnly: 'You can still answer this request.',
    agreed: (day: string, page: string) =>
      page === ''
        ? `Agreed to news and offers on ${day}.`
        : `Agreed to news and offers on ${day}, at ${page}.`,
    quote: (text: string) => `“${text}”`,
    implied: (day: string) => `May be emailed about this request until ${day}.`,
    impliedEnded: (day: string) =>
      `Six months since this request ended on ${day}. Ask before you email an offer.`,
    refuse: (name: string) => `Do not contact<spoken> ${name}</spoken>`,
    allow: (name: string) => `Allow contact again<spoken> with ${name}</spoken>`,
    busy: 'Saving…',
    nowRefused: (name: string) => `${name} is marked as do not contact`,
    nowAllowed: (name: string) => `${name} may be contacted again`,
  },
  moved: {
    noMatch: 'No longer matches this filter',
    movedTo: (status: string) => `Moved to ${status}`,
    undo: (name: string, status: string) => `Undo<spoken> ${name}, back to ${status}</spoken>`,
  },
  thread: {
    toggle: (name: string) => `Conversation Thread<spoken> with ${name}</spoken>`,
    you: 'You',
    lastByYou: (text: string) => `You: ${text}`,
    sentBy: (name: string) => `sent by ${name}`,
    formerColleague: 'a former colleague',
    channels: { phone: 'by phone', in_person: 'in person', other: 'another way' },
  },
  reply: {
    label: (name: string) => `Reply to ${name}`,
    placeholder: 'Type your reply here...',
    effect: 'Sending changes the status to Contacted',
    submit: 'Send Reply',
    submitAndNext: 'Send and next',
    nextIs: (name: string) => `Sent. Next waiting: ${name}`,
    noneWaits: 'Sent. No other lead in this list is waiting.',
    busy: 'Sending...',
    sending: (name: string) => `Sending your reply to ${name}`,
    sentTitle: 'Reply Sent',
    sent: 'Your message has been recorded',
  },
  triage: (count: number, isMore: boolean) =>
    count === 0
      ? 'Emails to sort'
      : `${count}${isMore ? ' or more' : ''} ${count === 1 ? 'email' : 'emails'} to sort`,
  bounced: {
    badge: 'Email comes back',
    warning: 'The last reply came back. Check the address, or call.',
  },
  delivery: {
    sent: 'Sent',
    failed: 'Failed',
    recorded: 'Saved',
    delayed: 'Saved, not sent yet',
    retry: (name: string) => `Retry<spoken> this reply to ${name}</spoken>`,
    retrying: 'Sending…',
    retried: (name: string) => `Resending your reply to ${name}`,
    wasNoMailServer: 'Not emailed: no mail server was set up.',
    noMailServer: 'Not emailed: no mail server is set up.',
    openMail: 'View it in Mail',
  },
  quarantine: {
    summary: (count: number, hasMore: boolean) =>
      `${hasMore ? `More than ${count}` : count} possible spam ${count === 1 ? 'message' : 'messages'}`,
    what: 'held messages',
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
    leftTitle: 'Export Cancelled',
    left: 'The export stopped because you left Messages. No file was saved.',
    failedTitle: 'Export Failed',
    lostAccess: 'You lost access during the export, so no file was saved. Ask an owner.',
    columns: {
      service: 'Interested in',
      status: 'Status',
      received: (zone: string) => `Received (${zone})`,
      replies: 'Replies',
      lastReply: (zone: string) => `Last reply (${zone})`,
      billing: 'Billing customer',
      consent: (zone: string) => `Agreed to news and offers (${zone})`,
      refused: (zone: string) => `Do not contact since (${zone})`,
      referrer: 'Came from',
      landing: 'First page',
      campaignSource: 'Campaign source',
      campaignMedium: 'Campaign medium',
      campaign: 'Campaign',
    },
  },
});
