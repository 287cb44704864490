// The texts of received mail: sender marks, quoted text, files, the zip download.
import { defineTexts } from '../../../texts/define-texts.ts';

/** Texts of received mail: in threads and on the screen Emails to sort. */
export const receivedMailTexts = defineTexts({
  byEmail: 'by email',
  otherAddress: (address: string) => `From another address: ${address}`,
  sender: {
    unconfirmed: 'Sender not confirmed',
    unchecked: 'Sender not checked',
  },
  guess: 'Best guess: same email address',
  belongs: 'Keep it here',
  confirmed: 'Email kept in this conversation',
  move: (from: string) => `Move <spoken>the email from ${from}</spoken>`,
  moved: 'Email moved',
  folded: {
    show: 'Quoted text and signature',
    lines: (count: number) => (count === 1 ? '(1 line)' : `(${count} lines)`),
  },
  cut: 'This email is cut short here. Download the original to read all of it.',
  unreadable: "We couldn't read this email. Download the original and open it in an email app.",
  automatic: (count: number) => (count === 1 ? '1 automatic email' : `${count} automatic emails`),
  fromPerson: (from: string) => `This is from a person<spoken> (email from ${from})</spoken>`,
  addingToConversation: 'Moving...',
  addedToConversation: (name: string) => `Email added to the conversation with ${name}`,
  files: {
    label: (from: string) => `Files from ${from}`,
    download: (name: string, size: string) => `${name} (${size})`,
    original: 'Original email',
    refused: {
      kind: 'blocked because this file type can run programs. An owner can download it as a zip.',
      'too-large': "not available because it's larger than 20 MB",
      'thread-full': 'not available because this conversation already has 100 files or 100 MB',
    },
    zip: {
      open: (name: string, size: string) => `${name} (${size}): download as zip...`,
      title: (name: string) => `Download ${name}?`,
      warning:
        "This file type can run programs that read or destroy what's on your computer. Only download it if you expected it, and check with the sender first, by phone if you can.",
      packed: 'It comes as a zip. Scan it for viruses before you open it.',
      yes: 'Download zip',
      busy: 'Downloading...',
    },
    failed: "We couldn't download the file",
  },
  join: {
    title: 'Add this email to a lead',
    search: 'Search name, email or company',
    found: 'Leads',
    none: 'No leads match. Try another word.',
    loading: 'Searching...',
    noLead: 'None of these: move to Emails to sort',
    choose: 'Choose',
    busy: 'Moving...',
  },
  size: {
    kilobytes: (count: string) => `${count} KB`,
    megabytes: (count: string) => `${count} MB`,
  },
});

/** Texts of the server, which sends a file of a mail. */
export const fileTexts = defineTexts({
  errors: {
    signedOut: 'Sign in to download the file.',
    missing: 'This file is no longer available.',
  },
});
