import { presetInlineColours } from '../colours/colour-tokens.ts';
import type { MailLetterhead } from './compose-reply.ts';

/** The letterhead of an agency, as far as mails contain it. */
export const letterheadFixture = {
  colours: presetInlineColours,
  agency: {
    name: 'Maple & Birch',
    email: 'hello@maple.example',
    phone: '416-555-0101',
    timeZone: 'America/Toronto',
  },
  mailSignature: [],
  siteUrl: 'https://maple.example',
  domain: 'maple.example',
} as unknown as MailLetterhead;
