// Texts of the site health panel: backup, incoming mail, outgoing mail, disk, version; errors of its route.
import { defineTexts } from '../../../texts/define-texts.ts';
import { endSentence } from '../../../texts/end-sentence.ts';
import { formatCount } from '../../../ui/format-values.ts';

const messages = (count: number) => (count === 1 ? '1 message' : `${formatCount(count)} messages`);

export const healthTexts = defineTexts({
  title: 'Site health',
  well: 'Nothing needs doing',
  wellWithNotes: 'Nothing is wrong',
  problems: (count: number) => (count === 1 ? 'One thing needs attention' : `${count} things need attention`),
  details: 'Details<spoken> about site health</spoken>',
  levels: { good: 'Good', note: 'Note', problem: 'Needs attention' },
  backup: {
    heading: 'Backup',
    short: {
      elsewhere: 'Backups are in Supabase',
      good: 'Backed up',
      none: 'No backup yet',
      off: 'No backups',
    },
    elsewhere: 'Backups are made in your Supabase project. Check there that they are on.',
    offLocally: 'Nothing is backed up. Before going live, set BACKUP_TO and BACKUP_PASSPHRASE.',
    off: {
      title: 'Nothing is backed up',
      text: "If this server's disk fails, everything is lost: leads, replies, content and pictures.",
      filesText:
        "If this server's disk fails, uploaded files and keys are lost. The database (DATABASE_URL) has backups of its own.",
      action: 'Set BACKUP_TO and BACKUP_PASSPHRASE on the server and start it again.',
      half: (missing: string) =>
        `${missing} is missing, so no backup is made. Set it on the server and start it again.`,
    },
    sameDisk:
      'The backups are on the same disk as the data. If it fails, both are lost: set BACKUP_TO to another disk or a bucket.',
    target: {
      title: 'The place for backups is missing',
      action: 'Until then nothing new is backed up. What is missing is copied once the right place is back.',
    },
    first: (next: string) => endSentence(`No backup was made yet. The first one is due ${next}`),
    good: (at: string) => `Last backup ${at}, restored and compared with the original.`,
    unproven: (at: string, reason: string) =>
      `${endSentence(`Last backup ${at}`)} It is less than proven: ${reason}.`,
    next: (at: string) => endSentence(`Next: ${at}`),
    filesOnly: 'It holds files and keys. The database (DATABASE_URL) has backups of its own.',
    failed: {
      title: 'The last backup failed',
      text: (at: string, message: string) => `On ${at}: ${message}`,
      lastGood: (at: string) => endSentence(`The last good one is from ${at}`),
      noneGood: 'There is no good one.',
      action: (next: string) =>
        `${endSentence(`The next one is due ${next}`)} To try sooner, ask the person who runs your server to make a backup.`,
    },
    log: {
      title: 'Changes since the last backup are not copied',
      text: (since: string, message: string) => `Since ${since}: ${message}`,
      action: 'Check that BACKUP_TO can be reached from the server. What is missing is copied when it can.',
    },
    late: {
      title: 'The backup is late',
      text: (at: string) => endSentence(`One is due every night, and the last good one is from ${at}`),
      action:
        'Ask the person who runs your server to make a backup now. If that works, check that the server runs at night.',
    },
  },
  mailIn: {
    heading: 'Answers by mail',
    short: 'Answers come in',
    ways: { imap: 'mailbox (IMAP)', webhook: 'webhook' },
    received: (way: string, at: string) => endSentence(`By ${way}: last one ${at}`),
    none: (way: string) => `By ${way}: none yet.`,
    tooLarge: (at: string) =>
      `${endSentence(`The last email over 25 MB came ${at}`)} It stays in its mailbox and is listed in Emails to sort.`,
    overLimit: (at: string) =>
      `${endSentence(`The last email beyond what one sender, or all unknown senders, may send in a day came ${at}`)} It stays unread in its mailbox and is listed in Emails to sort.`,
    down: {
      title: 'Answers by mail don’t come in',
      text: (way: string, problem: string, at: string) => `By ${way}, since ${at}: ${problem}`,
      action: 'Nothing is lost: they wait where they are. Check the settings of MAIL_IN_ on the server.',
    },
  },
  mail: {
    heading: 'Mail',
    short: { files: 'Mail stays on this computer', good: 'Mail works', none: 'No mail sent yet' },
    filesLocally:
      'Mail is not sent but kept on the Mail screen. Before going live, set SMTP_URL and MAIL_FROM.',
    files: {
      title: 'Mail is not sent',
      text: 'Replies to leads, notifications and account links reach nobody.',
      action: 'Set SMTP_URL and MAIL_FROM on the server and start it again.',
    },
    sent: (at: string) => endSentence(`Last sent ${at}`),
    neverSent: 'Nothing was sent yet.',
    waiting: (count: number) => `${messages(count)} waiting to be sent.`,
    down: {
      title: "Mail can't be sent",
      text: (problem: string, at: string) => endSentence(`${problem} Last tried ${at}`),
      action:
        'Nothing is lost: what waits is tried again. Check SMTP_URL on the server and your mail provider.',
    },
    late: {
      title: 'Mail is waiting',
      text: (count: number, wait: string) => `${messages(count)} waiting, the oldest for ${wait}.`,
      action: 'Send a test message under Details to see what the mail server says.',
    },
    hours: (count: number) => (count === 1 ? '1 hour' : `${formatCount(count)} hours`),
    days: (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`),
    failed: {
      title: 'Mail was given up',
      text: (count: number) => `${messages(count)} in the last 7 days didn't reach anyone.`,
      action:
        'Failed replies are marked in their threads, where you can retry. Failed notices are listed on this page.',
    },
    sender: {
      title: (domain: string) => `Mail from ${domain} may land in spam`,
      text: (kinds: string) => `Receivers check these DNS records: ${kinds}.`,
      action: 'Details below say which records to publish.',
      heading: (domain: string) => `DNS records of ${domain}`,
      found: 'Published now',
      name: 'Name',
      value: 'TXT value',
    },
    statuses: { good: 'Good', improve: 'Works', wrong: 'To fix', unknown: 'Not known' },
    test: {
      send: 'Send a test message',
      busy: 'Sending…',
      sent: 'Test message sent',
      sentHint: (address: string) => `It's on its way to ${address}. Look in the spam folder too.`,
      filed: 'Test message saved',
      filedHint: "It's on the Mail screen, because no mail server is set up.",
      failed: "The test message wasn't sent.",
    },
  },
  disk: {
    heading: 'Disk',
    short: (free: string) => `${free} free`,
    text: (free: string, size: string) => `${free} of ${size} free.`,
    database: (size: string) => `The database takes ${size}.`,
    files: (size: string) => `Uploaded files take ${size}.`,
    unknown: "The disk can't be read from here.",
    low: {
      title: 'The disk is nearly full',
      text: (free: string, size: string) =>
        `${free} of ${size} are left. On a full disk nothing can be saved.`,
      action: 'Make room on the server, or move it to a larger disk.',
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
    notRead: "We couldn't read how the site is doing.",
    unreachable: "We couldn't reach the server. Please try again.",
  },
});

export const serverHealthTexts = defineTexts({
  errors: {
    signedOut: 'Sign in again.',
    notOwner: 'Only owners can see this.',
    notRead: "We couldn't read how the site is doing. Please try again in a minute.",
    badMethod: 'Send a test message with POST.',
    noAddress: 'Your account has no email address to send a test message to.',
    tooMany: 'You sent several test messages already. Please try again in ten minutes.',
  },
});
