// Texts of the page where a recipient stops emails: the question, each outcome.
import { defineTexts } from '../../texts/define-texts.ts';

export const unsubscribeTexts = defineTexts({
  description: (agency: string) => `Tell ${agency} not to email you.`,
  submit: 'Stop the emails',
  titles: {
    asked: 'Stop our emails',
    done: "You won't hear from us",
    invalid: "This link doesn't work",
    failed: "That didn't work",
  },
  asked: (agency: string) => `One press, and ${agency} only emails you to answer a request you've sent.`,
  done: 'Your address is on our list of people not to contact. If you write to us, we still answer.',
  invalid: 'Please open the link in our email again, or <phone>call</phone> or <email>email</email> us.',
  failed: "Our server couldn't save it. Please try again in a minute.",
});
