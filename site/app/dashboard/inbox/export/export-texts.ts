import { defineTexts } from '../../../texts/define-texts.ts';

/** Of an export that has begun: loaded with it. */
export const exportTexts = defineTexts({
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
});
