// Texts of the page where a recipient stops emails: the question, each outcome.
import { defineTexts } from '../../texts/define-texts.ts';

export const unsubscribeTexts = defineTexts({
  description: (agency: string) => `Unsubscribe from ${agency} emails.`,
  submit: 'Unsubscribe',
  titles: {
    asked: 'Unsubscribe',
    done: "You're unsubscribed",
    invalid: "This link doesn't work",
    failed: "That didn't work",
  },
  asked: (agency: string) => `${agency} will only email you in reply to messages you send.`,
  done: "We won't email you again, except to reply if you write to us.",
  invalid: 'Please open the link in our email again, or <phone>call</phone> or <email>email</email> us.',
  failed: "We couldn't save that. Please try again in a minute.",
});
