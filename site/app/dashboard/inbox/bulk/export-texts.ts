// The texts of the lead export: CSV column headings, ways of contact, lost access.
import { defineTexts } from '../../../texts/define-texts.ts';

/** Texts of a running export, loaded together with it. */
export const exportTexts = defineTexts({
  lostAccess: 'You lost access during the export, so no file was saved. Ask an owner.',
  ways: {
    contact: 'Contact form',
    proposal: 'Proposal',
    email: 'Email',
    api: 'API',
    phone: 'Added by hand: phone call',
    in_person: 'Added by hand: in person',
    other: 'Added by hand',
  },
  columns: {
    service: 'Interested in',
    cameIn: 'How it came in',
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
});
