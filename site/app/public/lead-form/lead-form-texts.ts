// Texts around the lead forms: error summary, unsent leads, the proposal dialog.
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
