// The texts of the other requests of the same person: links, counts, timeline.
import { defineTexts } from '../../../texts/define-texts.ts';

function requests(count: number, which: string): string {
  return `${count} ${which} ${count === 1 ? 'lead' : 'leads'}`;
}

/** Texts about all requests of one person. */
export const relatedLeadsTexts = defineTexts({
  earlier: (count: number) => requests(count, 'earlier'),
  later: (count: number) => requests(count, 'later'),
  other: (count: number) => requests(count, 'other'),
  otherMany: 'More than 100 other leads',
  request: (day: string, service: string) =>
    service === '' ? `Lead from ${day}` : `Lead from ${day}: ${service}`,
  showAll: (name: string) => `Show all<spoken> leads from ${name}</spoken> together`,
  title: (name: string) => `All leads from ${name}`,
  titleLoading: 'All leads from one person',
  basis: 'Same email address or phone number.',
  back: 'Back to all leads',
  timeline: (messages: number) => `All messages in order (${messages.toLocaleString('en-CA')})`,
  loadedOnly: 'Only from the leads shown below. Load more to see the rest.',
  noText: 'No message was included.',
});
