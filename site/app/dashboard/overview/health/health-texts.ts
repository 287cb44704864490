// Texts of the site health panel: backup, incoming mail, outgoing mail, disk, version; errors of its route.
import { defineTexts } from '../../../texts/define-texts.ts';
import { endSentence } from '../../../texts/end-sentence.ts';
import { formatCount } from '../../../ui/format-values.ts';

const emails = (count: number) => (count === 1 ? '1 email' : `${formatCount(count)} emails`);

export const healthTexts = defineTexts({
  title: 'Site health',
  well: 'Everything is working',
  wellWithNotes: 'No problems found. See the notes under Details.',
  unchecked: (areas: string) => `Nothing has failed. Not checked: ${areas}.`,
  problems: (count: number) => (count === 1 ? '1 thing needs attention' : `${count} things need attention`),
  details: 'Details<spoken> about site health</spoken>',
  levels: { good: 'Good', note: 'Note', unchecked: 'Not checked', problem: 'Needs attention' },
  backup: {
    heading: 'Backup',
    short: {
      elsewhere: 'Backed up by Supabase',
      good: 'Backed up',
      none: 'No backup yet',
      off: 'No backups',
    },
    elsewhere: 'Your Supabase project makes the backups. Check there that they are turned on.',
    offLocally:
      'Nothing is backed up. Before you go live, ask the person who runs your server to set up backups.',
    off: {
      title: 'Nothing is backed up',
      text: "If this server's disk fails, everything is lost: leads, replies, content and images.",
      filesText:
        "If this server's disk fails, uploaded files and keys are lost. The database is backed up separately.",
      action: 'Ask the person who runs your server to set up backups.',
      half: {
        target:
          'The place to keep backups is missing. Ask the person who runs your server to finish setting up backups.',
        passphrase:
          'The passphrase for backups is missing. Ask the person who runs your server to finish setting up backups.',
      },
    },
    sameDisk:
      'Backups are on the same disk as your data. If it fails, you lose both. Ask the person who runs your server to keep them somewhere else.',
    target: {
      title: "We can't find the backup location",
      action: "Nothing new is backed up until it's back. Then we'll copy whatever is missing.",
    },
    first: (next: string) => endSentence(`No backups yet. The first one is due ${next}`),
    good: (at: string) => `Last backup ${at}, tested by restoring it.`,
    unproven: (at: string, reason: string) =>
      `${endSentence(`Last backup ${at}`)} We couldn't test it fully: ${reason}.`,
    next: (at: string) => endSentence(`Next: ${at}`),
    filesOnly: 'Backups include files and keys. The database is backed up separately.',
    failed: {
      title: 'The last backup failed',
      text: (at: string, message: string) => endSentence(`On ${at}: ${message}`),
      lastGood: (at: string) => endSentence(`The last good backup is from ${at}`),
      noneGood: "There's no good backup.",
      action: (next: string) =>
        `${endSentence(`The next one is due ${next}`)} To try sooner, ask the person who runs your server to make a backup.`,
    },
    log: {
      title: "New changes aren't being backed up",
      text: (since: string, message: string) => endSentence(`Since ${since}: ${message}`),
      action:
        "Check that the server can reach the place where backups are kept. Once it can, we'll copy whatever is missing.",
    },
    late: {
      title: 'The backup is overdue',
      text: (at: string) => endSentence(`A backup is due every night, and the last good one is from ${at}`),
      action:
        'Ask the person who runs your server to make a backup now. If that works, check that the server runs at night.',
    },
  },
  mailIn: {
    heading: 'Incoming email',
    short: 'Incoming email works',
    ways: { imap: 'Mailbox (IMAP)', webhook: 'Webhook' },
    received: (way: string, at: string) => endSentence(`${way}: last email ${at}`),
    none: (way: string) => `${way}: no emails yet.`,
    tooLarge: (at: string) =>
      `${endSentence(`The last email over 25 MB arrived ${at}`)} It's listed in Emails to sort and may still be in its mailbox.`,
    overLimit: (at: string) =>
      `${endSentence(`The last email over the daily limit arrived ${at}`)} It stays unread in its mailbox and is listed in Emails to sort.`,
    down: {
      title: "Replies by email aren't arriving",
      text: (way: string, problem: string, at: string) => `${way}, since ${at}: ${problem}`,
      action:
        'Nothing is lost: emails wait in their mailbox. Ask the person who runs your server to check the settings for incoming email.',
    },
  },
  mail: {
    heading: 'Outgoing email',
    short: {
      files: 'Emails stay on this computer',
      good: 'Outgoing email works',
      none: 'No emails sent yet',
    },
    filesLocally:
      "Emails aren't sent. They're saved on the Mail screen. Before you go live, ask the person who runs your server to connect a mail server.",
    files: {
      title: "Emails aren't being sent",
      text: "Replies to leads, notifications and account links don't reach anyone.",
      action: 'Ask the person who runs your server to connect a mail server.',
    },
    sent: (at: string) => endSentence(`Last sent ${at}`),
    neverSent: 'No emails sent yet.',
    waiting: (count: number) => `${emails(count)} waiting to be sent.`,
    down: {
      title: "Emails can't be sent",
      text: (problem: string, at: string) => endSentence(`${problem} Last tried ${at}`),
      action:
        "Nothing is lost: we'll keep trying. Check with your mail provider, and ask the person who runs your server to check the connection.",
    },
    late: {
      title: 'Emails are delayed',
      text: (count: number, wait: string) => `${emails(count)} waiting, the oldest for ${wait}.`,
      action: 'Send a test email under Details to see what the mail server says.',
    },
    hours: (count: number) => (count === 1 ? '1 hour' : `${formatCount(count)} hours`),
    days: (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`),
    failed: {
      title: "Some emails couldn't be delivered",
      text: (count: number) => `${emails(count)} in the last 7 days didn't reach anyone.`,
      action:
        'Failed replies are marked in their threads, where you can retry them. Failed notifications are listed on this page.',
    },
    sender: {
      title: (domain: string) => `Emails from ${domain} may land in spam`,
      text: (kinds: string) => `Fix these DNS records, which mail servers check: ${kinds}.`,
      action: 'See which records to publish under Details.',
      heading: (domain: string) => `DNS records for ${domain}`,
      unknown: (domain: string) => `We couldn't look up the DNS records of ${domain}.`,
      found: 'Published now',
      name: 'Name',
      value: 'TXT value',
    },
    statuses: { good: 'Good', improve: 'Works, could be better', wrong: 'Fix this', unknown: 'Unknown' },
    test: {
      send: 'Send a test email',
      busy: 'Sending...',
      sent: 'Test email sent',
      sentHint: (address: string) => `It's on its way to ${address}. Check your spam folder too.`,
      filed: 'Test email saved',
      filedHint: "It's on the Mail screen, because no mail server is set up.",
      failed: "We couldn't send the test email.",
    },
  },
  disk: {
    heading: 'Disk',
    short: (free: string) => `${free} free`,
    text: (free: string, size: string) => `${free} of ${size} free.`,
    database: (size: string) => `The database uses ${size}.`,
    files: (size: string) => `Uploaded files use ${size}.`,
    unknown: "We can't check the disk from here.",
    low: {
      title: 'The disk is nearly full',
      text: (free: string, size: string) =>
        `Only ${free} of ${size} left. Once the disk is full, nothing can be saved.`,
      action: 'Free up space on the server, or move to a larger disk.',
    },
  },
  version: {
    heading: 'Version',
    running: (version: string) => `Version ${version} is running.`,
  },
  bytes: {
    megabytes: (count: string) => `${count} MB`,
    gigabytes: (count: string) => `${count} GB`,
  },
  errors: {
    notRead: "We couldn't check the site's health.",
    unreachable: "We couldn't reach the server. Please try again.",
  },
});

export const serverHealthTexts = defineTexts({
  errors: {
    signedOut: 'Sign in again.',
    notOwner: 'Only owners can see this.',
    notRead: "We couldn't check the site's health. Please try again in a minute.",
    badMethod: 'Send a test email with POST.',
    noAddress: 'Your account has no email address to send a test email to.',
    tooMany: "You've already sent several test emails. Please try again in ten minutes.",
  },
});
