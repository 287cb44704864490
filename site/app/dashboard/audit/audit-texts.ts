// Texts of the audit log: filters, names of things, the sentence for each kind of entry.
import { defineTexts } from '../../texts/define-texts.ts';
import { formatCount } from '../../ui/format-values.ts';

export const auditTexts = defineTexts({
  title: 'Audit log',
  description: 'Who did what, when and from which network. Kept for 24 months; nobody can change it.',
  ownersOnly: 'Only owners can see the audit log. Ask an owner.',
  what: 'entries',
  empty: 'Nothing yet. Sign-ins and changes appear here.',
  noMatch: 'No entries match these filters.',
  network: (network: string) => `from ${network}`,
  open: (name: string) => `Open ${name}`,
  filters: {
    label: 'Filter the audit log',
    account: 'Who',
    everyone: 'Everyone',
    area: 'What',
    everything: 'Everything',
    from: 'From day',
    until: 'Until day',
    clear: 'Clear filters',
  },
  areas: {
    content: 'Content',
    leads: 'Leads and reports',
    exports: 'Exports and bulk reads',
    team: 'Team',
    settings: 'Settings',
    sign_ins: 'Sign-ins',
  },
  server: 'The server',
  formerAccount: 'A former account',
  /** One of each kind, and several; types of content say theirs. */
  things: {
    categories: { one: 'category', many: 'categories' },
    partners: { one: 'partner', many: 'partners' },
    media: { one: 'picture', many: 'pictures' },
    app_media: { one: 'picture of an app', many: 'pictures of apps' },
    redirects: { one: 'redirect', many: 'redirects' },
    canned_replies: { one: 'canned reply', many: 'canned replies' },
    leads: { one: 'lead', many: 'leads' },
    quarantined_leads: { one: 'message in possible spam', many: 'messages in possible spam' },
    lead_notes: { one: 'internal note', many: 'internal notes' },
    lead_messages: { one: 'reply', many: 'replies' },
    accessibility_feedback: { one: 'report of a barrier', many: 'reports of barriers' },
    bookings: { one: 'consultation', many: 'consultations' },
    booking_blocks: { one: 'blocked time', many: 'blocked times' },
    booking_settings: { one: 'rule of bookings', many: 'rules of bookings' },
    profiles: { one: 'profile', many: 'profiles' },
  },
  named: (thing: string, name: string) => `the ${thing} “${name}”`,
  unnamed: (thing: string) => `${/^[aeiou]/.test(thing) ? 'an' : 'a'} ${thing}`,
  several: (count: number, things: string) => `${formatCount(count)} ${things}`,
  person: 'someone',
  columns: {
    sort_order: 'Order',
    url: 'Address',
    alt: 'Description',
    kind: 'Type',
    from_path: 'From',
    target: 'To',
    status: 'Type of redirect',
    assignee_id: 'Responsible',
    stripe_customer_id: 'Billing customer',
    is_open: 'Visitors can book',
    notice_hours: 'Notice',
    horizon_days: 'Days ahead',
    buffer_minutes: 'Minutes free after each call',
  } as Readonly<Record<string, string>>,
});

const within = (times: number): string => (times > 1 ? `, ${times} times within an hour` : '');

/** What an entry says. `what` is as "the service “Audit”", "a lead" or "3 leads". */
export const auditSentenceTexts = defineTexts({
  done: {
    created: (who: string, what: string) => `${who} created ${what}.`,
    changed: (who: string, what: string) => `${who} changed ${what}.`,
    published: (who: string, what: string) => `${who} published ${what}.`,
    unpublished: (who: string, what: string) => `${who} made ${what} a draft.`,
    scheduled: (who: string, what: string) => `${who} scheduled ${what}.`,
    trashed: (who: string, what: string) => `${who} moved ${what} to the trash.`,
    restored: (who: string, what: string) => `${who} brought ${what} back.`,
    deleted: (who: string, what: string) => `${who} deleted ${what}.`,
    cancelled: (who: string, what: string) => `${who} cancelled ${what}.`,
    moved: (who: string, what: string) => `${who} moved ${what}.`,
    answered: (who: string, what: string) => `${who} answered ${what}.`,
    erased: (who: string, what: string) => `${who} erased ${what}.`,
    read: (who: string, what: string) => `${who} read ${what} within an hour.`,
  },
  fields: (who: string, what: string, fields: string) => `${who} changed ${what}: ${fields}.`,
  status: (who: string, what: string, status: string) => `${who} changed the status of ${what} to ${status}.`,
  notSpam: (who: string, what: string) => `${who} moved ${what} out of possible spam.`,
  person: {
    read: (who: string) => `${who} looked up a person’s data.`,
    exported: (who: string) => `${who} exported a person’s data.`,
    erased: (who: string) => `${who} erased a person’s data.`,
  },
  linksRevoked: (who: string) => `${who} turned off a lead’s conversation links.`,
  refused: (who: string) => `${who} marked a person as do not contact.`,
  allowed: (who: string) => `${who} allowed a person to be contacted again.`,
  exported: (who: string, what: string) => `${who} exported ${what}.`,
  exportedStatus: (who: string, what: string, status: string) =>
    `${who} exported ${what} with the status ${status}.`,
  exportedFound: (who: string) => `${who} exported the leads that a search found.`,
  exportedFoundStatus: (who: string, status: string) =>
    `${who} exported the leads with the status ${status} that a search found.`,
  role_given: (who: string, person: string, role: string) => `${who} gave ${person} the role ${role}.`,
  role_changed: (who: string, person: string, role: string) =>
    `${who} changed the role of ${person} to ${role}.`,
  role_taken: (who: string, person: string, role: string) => `${who} took the role ${role} from ${person}.`,
  accountDeleted: (who: string) => `${who} deleted an account.`,
  signUp: {
    open: (who: string) => `${who} let everybody sign up with a role.`,
    approval: (who: string) => `${who} let people sign up and wait for a role.`,
    closed: (who: string) => `${who} closed sign-up.`,
  },
  factorRequired: (who: string) => `${who} required two-step verification of the whole team.`,
  factorOptional: (who: string) => `${who} made two-step verification optional.`,
  retention: (who: string, months: string) =>
    `${who} set the time after which leads are erased to ${months} months.`,
  retentionOff: (who: string) => `${who} turned off the erasing of old leads.`,
  agency: (who: string, fields: string) => `${who} changed the agency’s details: ${fields}.`,
  agencySame: (who: string) => `${who} saved the agency’s details.`,
  agencyRestored: (who: string, fields: string) =>
    `${who} restored an earlier version of the agency’s details: ${fields}.`,
  signIns: {
    signed_in: (who: string) => `${who} signed in.`,
    second_factor: (who: string) => `${who} confirmed the second step.`,
    factor_added: (who: string) => `Two-step verification was set up for the account of ${who}.`,
    factor_removed: (who: string) => `Two-step verification was removed from the account of ${who}.`,
    recovery_code_used: (who: string) => `${who} used a recovery code.`,
    recovery_code_wrong: (who: string) => `A wrong recovery code was entered for the account of ${who}.`,
    password_wrong: (who: string, times: number) =>
      `A wrong password was entered for the account of ${who}${within(times)}.`,
    code_wrong: (who: string, times: number) =>
      `A wrong code for the second step was entered for the account of ${who}${within(times)}.`,
    password_changed: (who: string) => `The password of ${who} was changed.`,
    email_changed: (who: string) => `The email address of ${who} was changed.`,
  },
  unknown: (who: string, action: string, kind: string) => `${who}: ${action} (${kind}).`,
});
