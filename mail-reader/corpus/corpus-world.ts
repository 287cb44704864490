// What the mailbox of the corpus received and sent before: leads, replies to them, and what these look like.
import type { OwnMail } from '../src/own-mail.ts';

/** The right half of our Message-IDs, and the domain of reply addresses. */
export const mailDomain = 'mail.example.test';
/** The sender of our replies and notifications. */
export const senderAddress = 'post@mail.example.test';
/** The address on the website. Mail to it arrives in the same mailbox. */
export const agencyAddress = 'hello@fairlead.example';

interface WorldLead {
  /** UUID */
  id: string;
  name: string;
  email: string;
  /** `not_interested` is closed, the others are open. */
  status: 'new' | 'contacted' | 'in_conversation' | 'qualified' | 'not_interested';
  /** The order of creation, from 1. */
  order: number;
}

/** Carla and Emma have two leads each. Emma's newer one is closed. */
export const corpusLeads = {
  'lead-ana': {
    id: '3f0c8a52-6d1b-4e7a-9c55-0a1b2c3d4e01',
    name: 'Ana Roy',
    email: 'ana.roy@example.org',
    status: 'in_conversation',
    order: 1,
  },
  'lead-ben': {
    id: '7b1d9e63-2a4c-4f8b-8d66-1b2c3d4e5f02',
    name: 'Ben Okafor',
    email: 'ben@okafor.example',
    status: 'contacted',
    order: 2,
  },
  'lead-carla-first': {
    id: 'a92e0f74-3b5d-4a9c-9e77-2c3d4e5f6a03',
    name: 'Carla Nguyen',
    email: 'carla.nguyen@example.net',
    status: 'contacted',
    order: 3,
  },
  'lead-carla-second': {
    id: 'c03f1085-4c6e-4bad-af88-3d4e5f6a7b04',
    name: 'Carla Nguyen',
    email: 'carla.nguyen@example.net',
    status: 'new',
    order: 6,
  },
  'lead-dev-closed': {
    id: 'd1402196-5d7f-4cbe-b099-4e5f6a7b8c05',
    name: 'Dev Patel',
    email: 'dev.patel@example.com',
    status: 'not_interested',
    order: 4,
  },
  'lead-emma-open': {
    id: 'e25132a7-6e80-4dcf-81aa-5f6a7b8c9d06',
    name: 'Emma Lavoie',
    email: 'emma@lavoie.example',
    status: 'qualified',
    order: 5,
  },
  'lead-emma-closed': {
    id: 'f36243b8-7f91-4ed0-92bb-6a7b8c9dae07',
    name: 'Emma Lavoie',
    email: 'emma@lavoie.example',
    status: 'not_interested',
    order: 7,
  },
  'lead-genevieve': {
    id: '047354c9-80a2-4fe1-a3cc-7b8c9daebf08',
    name: 'Geneviève Côté',
    email: 'genevieve.cote@videotron.example',
    status: 'in_conversation',
    order: 8,
  },
  'lead-luc': {
    id: '158465da-91b3-40f2-b4dd-8c9daebfc009',
    name: 'Luc Bélanger',
    email: 'luc.belanger@bell.example',
    status: 'contacted',
    order: 9,
  },
} as const satisfies Record<string, WorldLead>;

/** A lead that was erased: its tokens are still valid, but there is no row. */
export const erasedLead = { key: 'lead-erased', id: '269576eb-a2c4-4103-85ee-9daebfc0d10a' } as const;

export type LeadKey = keyof typeof corpusLeads;

interface WorldMessage {
  /** UUID of the message; its Message-ID is `<reply-ID@DOMAIN>`. */
  id: string;
  lead: LeadKey;
  text: string;
}

/**
 * Replies that were sent, oldest first. The References of each begin with `<lead-LEADID@DOMAIN>` and continue with the
 * thread's earlier replies.
 */
export const outgoingMails = {
  'ana-1': {
    id: '40b1c2d3-1111-4aaa-8a01-000000000a01',
    lead: 'lead-ana',
    text: 'Hi Ana,\n\nThursday at 10 works for us. Could you send the list of pages you want tested?',
  },
  'ana-2': {
    id: '40b1c2d3-2222-4aaa-8a02-000000000a02',
    lead: 'lead-ana',
    text: 'Hi Ana,\n\nThanks for the list. The audit would take two weeks and start on December 1.',
  },
  'ben-1': {
    id: '51c2d3e4-1111-4bbb-9b01-000000000b01',
    lead: 'lead-ben',
    text: 'Hi Ben,\n\nWe can redo the booking form. Which program takes your bookings today?',
  },
  'carla-first-1': {
    id: '62d3e4f5-1111-4ccc-ac01-000000000c01',
    lead: 'lead-carla-first',
    text: 'Hi Carla,\n\nWe read your request about the store. Do you sell in both languages?',
  },
  'carla-second-1': {
    id: '62d3e4f5-2222-4ccc-ac02-000000000c02',
    lead: 'lead-carla-second',
    text: 'Hi Carla,\n\nAbout the newsletter: how many people receive it now?',
  },
  'dev-1': {
    id: '73e4f506-1111-4ddd-bd01-000000000d01',
    lead: 'lead-dev-closed',
    text: 'Hi Dev,\n\nNo problem, and good luck with the launch.',
  },
  'emma-open-1': {
    id: '84f50617-1111-4eee-8e01-000000000e01',
    lead: 'lead-emma-open',
    text: 'Hi Emma,\n\nHere is what a review of the menu would include.',
  },
  'emma-closed-1': {
    id: '84f50617-2222-4eee-8e02-000000000e02',
    lead: 'lead-emma-closed',
    text: 'Hi Emma,\n\nWe closed your older request, as you asked.',
  },
  'genevieve-1': {
    id: '95061728-1111-4fff-9f01-000000000f01',
    lead: 'lead-genevieve',
    text: 'Bonjour Geneviève,\n\nMerci pour votre message. Combien de pages compte votre site ?',
  },
  'genevieve-2': {
    id: '95061728-2222-4fff-9f02-000000000f02',
    lead: 'lead-genevieve',
    text: 'Bonjour Geneviève,\n\nNous pouvons commencer le 1er décembre. Est-ce que cela vous convient ?',
  },
  'luc-1': {
    id: 'a6172839-1111-4000-a001-000000001001',
    lead: 'lead-luc',
    text: 'Bonjour Luc,\n\nNous avons bien reçu votre demande. Quel est votre échéancier ?',
  },
} as const satisfies Record<string, WorldMessage>;

export type OutgoingKey = keyof typeof outgoingMails;

/** What the mails of the corpus answer and quote. */
export const corpusOwnMail: OwnMail = {
  replyAddress: `reply@${mailDomain}`,
  senderAddress,
  subjects: ['Your inquiry to', 'Your inquiry about'],
  footerSentences: [
    "You're receiving this because you contacted \0 at \0. Reply to this email or call \0.",
    'Unsubscribe from our emails',
    "Don't email me about anything else",
  ],
  footerLines: ['Privacy'],
};
