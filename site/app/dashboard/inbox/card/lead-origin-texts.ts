// The texts of a lead's origin: source, consent to email, missing address, other leads of the person.
import { defineTexts } from '../../../texts/define-texts.ts';

/** Texts of an open card: the lead's source, and whether the person may be emailed. */
export const leadOriginTexts = defineTexts({
  dates: { first: 'First message', reply: 'Last reply' },
  source: {
    label: 'Where this lead came from',
    site: (host: string) => `Came from ${host}`,
    campaign: (campaign: string) => `Campaign: ${campaign}`,
    landing: (path: string) => `First page: ${path}`,
    api: 'Sent through the API',
    phone: 'Phone call',
    in_person: 'Met in person',
    other: 'Reached us another way',
    addedByYou: 'Added by you',
    addedBy: (name: string) => `Added by ${name}`,
    addedByFormer: 'Added by a former colleague',
  },
  email: {
    label: (name: string) => `Add their email address: ${name}`,
    shortLabel: 'Add their email address',
    save: 'Add address',
    busy: 'Adding...',
    added: (name: string) => `Email address of ${name} added. You can reply now.`,
    invalid: 'Enter an email address, such as name@example.com',
  },
  consent: {
    refusedByLink: (day: string) => `Unsubscribed on ${day}, from a link in an email.`,
    refusedByHand: (day: string) => `Marked as do not contact on ${day} by a colleague.`,
    answersOnly: 'You can still reply to this lead.',
    agreed: (day: string, page: string) =>
      page === ''
        ? `Agreed to news and offers on ${day}.`
        : `Agreed to news and offers on ${day}, at ${page}.`,
    quote: (text: string) => `“${text}”`,
    implied: (day: string) => `You may email them about this inquiry until ${day}.`,
    impliedEnded: (day: string) =>
      `Their consent ended on ${day}, six months after this inquiry. Ask before you email an offer.`,
    refuse: (name: string) => `Do not contact<spoken> ${name}</spoken>`,
    allow: (name: string) => `Allow contact again<spoken> with ${name}</spoken>`,
    busy: 'Saving...',
    nowRefused: (name: string) => `${name} is marked as do not contact`,
    nowAllowed: (name: string) => `You can contact ${name} again`,
    notAsked: "They didn't ask you to contact them. Ask before you email an offer.",
  },
});

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
