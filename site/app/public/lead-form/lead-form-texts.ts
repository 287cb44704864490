// Texts of the lead forms: summary, unsent leads, proposal dialog, rejections, the page around the contact form.
import { defineTexts } from '../../texts/define-texts.ts';

/** Texts of both lead forms and the proposal's dialog; labels and messages of the fields are in lead/lead-texts.ts. */
export const leadFormTexts = defineTexts({
  /** shown together with the toast that confirms the submission */
  replyTo: (email: string) => `We'll reply to ${email}.`,
  kept: "We've kept what you wrote.",
  invalid: 'Validation Error',
  failed: 'Error',
  titleWithProblems: (title: string) => `Error: ${title}`,
  length: (length: string, maxLength: string) => `${length} / ${maxLength}`,
  cancel: 'Cancel',
  /** the label of the hidden field that only programs fill in */
  honeypot: 'Topic',
  unsent: {
    text: 'Saved on this device. We will send it when you are back online.',
    send: 'Send now',
    discard: 'Discard',
  },
  proposal: {
    title: 'Request a Proposal',
    subtitle: 'Tell us about your project',
    subtitleOf: (service: string) => `Tell us about your interest in ${service}`,
    inPage: 'Open the form on this page',
  },
});

/** Why the server accepts no lead from a request; problems of fields are in lead/lead-texts.ts. */
export const rejectionTexts = defineTexts({
  otherSite: 'This form can only be sent from our website. Please open the page there and try again.',
  unreadable: "We couldn't read that form. Please send it from our website.",
  tooLong: 'That message is too long. Please shorten it or email it to us.',
  flood: "We've received too many messages from your network. Please wait a minute and try again.",
});

/** Why a submission is suspicious, for staff. */
export const suspicionTexts = defineTexts({
  honeypot: 'a hidden field was filled in',
  fast: 'sent faster than a person can type',
});

/** Texts of the contact page, also beside other forms. */
export const contactTexts = defineTexts({
  intro: "Ask a question or tell us what you'd like to fix. Name, email and message are required.",
  facts: {
    label: 'How to reach us',
    title: 'What happens next',
    tollFree: 'Toll-free',
    phone: 'Phone',
    email: 'Email',
    location: 'Location',
    address: 'Mailing address',
    hours: 'Business hours',
  },
});
