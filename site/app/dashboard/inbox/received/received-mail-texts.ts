// The texts of received mail: sender marks, quoted text, files, the zip download.
import { defineTexts } from '../../../texts/define-texts.ts';

/** Of mail that came in: in threads and on the screen Emails to sort. */
export const receivedMailTexts = defineTexts({
  byEmail: 'by email',
  otherAddress: (address: string) => `From another address: ${address}`,
  sender: {
    unconfirmed: 'The sender could not be confirmed',
    unchecked: 'Sender not checked',
  },
  guess: 'A guess: it only comes from the same address',
  belongs: 'It belongs here',
  confirmed: 'The email stays in this conversation',
  move: (from: string) => `Move <spoken>the email from ${from}</spoken>`,
  moved: 'Email moved',
  folded: {
    show: 'Quoted text and signature',
    lines: (count: number) => (count === 1 ? '(1 line)' : `(${count} lines)`),
  },
  cut: 'The email is longer than what is shown. Download the original to read all of it.',
  unreadable: 'This email could not be read. Download the original and open it in a mail program.',
  tooLarge: 'The email is too large to be kept here. It is still in its mailbox.',
  automatic: (count: number) => (count === 1 ? '1 automatic email' : `${count} automatic emails`),
  files: {
    label: (from: string) => `Files from ${from}`,
    download: (name: string, size: string) => `${name} (${size})`,
    original: 'Original email',
    refused: {
      kind: 'not offered, because files of this kind can run programs. An owner can download it in a zip.',
      'too-large': 'not offered, because it is larger than 20 MB',
      'thread-full': 'not offered, because this conversation has 100 files or 100 MB already',
    },
    zip: {
      open: (name: string, size: string) => `${name} (${size}): in a zip…`,
      title: (name: string) => `Download ${name}?`,
      warning:
        'Files of this kind can run programs that read or destroy what is on your computer. Only go on if you expected it, and ask the sender first, by phone if you can.',
      packed: 'It comes in a zip. Have it checked for viruses before you open it.',
      yes: 'Download zip',
      busy: 'Downloading…',
    },
    failed: 'The file couldn’t be downloaded',
  },
  join: {
    title: 'Which lead does it belong to?',
    search: 'Search name, email or company',
    found: 'Leads',
    none: 'No lead matches. Try another word.',
    loading: 'Searching…',
    noLead: 'None: back to the emails to sort',
    choose: 'Choose',
    busy: 'Moving…',
  },
  size: {
    kilobytes: (count: string) => `${count} KB`,
    megabytes: (count: string) => `${count} MB`,
  },
});
