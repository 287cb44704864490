// The texts of the delivery state of a reply: sent, failed, delayed, retry.
import { defineTexts } from '../../../texts/define-texts.ts';

export const deliveryTexts = defineTexts({
  sent: 'Sent',
  failed: 'Failed',
  recorded: 'Saved',
  delayed: 'Saved, not sent yet',
  retry: (name: string) => `Retry<spoken> this reply to ${name}</spoken>`,
  retrying: 'Sending...',
  retried: (name: string) => `Resending your reply to ${name}`,
  wasNoMailServer: 'Not emailed: no mail server was set up.',
  noMailServer: 'Not emailed: no mail server is set up.',
  openMail: 'View it in Mail',
});
