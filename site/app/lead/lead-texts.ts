// Texts of the lead forms: field labels, hints, validation messages, submission results.
import { defineTexts } from '../texts/define-texts.ts';
import { leadFields, type LeadFieldName, type LeadFormKind, type LeadFieldProblem } from './lead-fields.ts';

type ProblemTexts = Pick<LeadFieldProblem, 'message' | 'instruction'>;

type LeadFieldTexts = {
  /** the label of the control, and of the column in an export */
  label: string;
  hint?: Record<LeadFormKind, string>;
  /** missing, too short or malformed */
  invalid?: ProblemTexts;
  tooLong: ProblemTexts;
};

type SubmissionTexts = Record<'sentTitle' | 'sent' | 'failed' | 'submit' | 'busy', string>;

function max(name: LeadFieldName): number {
  return leadFields[name].maxLength;
}

const fields: Record<LeadFieldName, LeadFieldTexts> = {
  name: {
    label: 'Name',
    invalid: {
      message: `Name must be at least ${leadFields.name.minLength} characters`,
      instruction: `Enter your name (at least ${leadFields.name.minLength} characters)`,
    },
    tooLong: {
      message: `Name must be less than ${max('name')} characters`,
      instruction: `Shorten your name to ${max('name')} characters or fewer`,
    },
  },
  email: {
    label: 'Email',
    invalid: {
      message: 'Invalid email address',
      instruction: 'Enter an email address, such as name@example.com',
    },
    tooLong: {
      message: `Email must be less than ${max('email')} characters`,
      instruction: `Use an email address of ${max('email')} characters or fewer`,
    },
  },
  company: {
    label: 'Company',
    tooLong: {
      message: `Company name must be less than ${max('company')} characters`,
      instruction: `Shorten the company name to ${max('company')} characters or fewer`,
    },
  },
  phone: {
    label: 'Phone',
    tooLong: {
      message: `Phone number must be less than ${max('phone')} characters`,
      instruction: `Shorten the phone number to ${max('phone')} characters or fewer`,
    },
  },
  message: {
    label: 'Message',
    hint: { contact: 'Write in English or French.', proposal: 'A line or two is plenty.' },
    invalid: { message: 'Message is required', instruction: 'Tell us what you need' },
    tooLong: {
      message: `Message must be less than ${max('message')} characters`,
      instruction: `Shorten your message to ${max('message').toLocaleString('en-US')} characters or fewer`,
    },
  },
};

const submission: Record<LeadFormKind, SubmissionTexts> = {
  contact: {
    sentTitle: 'Message Sent!',
    sent: "Thank you for contacting us. We'll respond shortly.",
    failed: 'Failed to send message. Please try again.',
    submit: 'Send message',
    busy: 'Sending...',
  },
  proposal: {
    sentTitle: 'Success!',
    sent: "Thank you for your interest. We'll be in touch shortly.",
    failed: 'Something went wrong. Please try again.',
    submit: 'Send request',
    busy: 'Sending...',
  },
};

/**
 * Texts of the fields and of submissions. For an invalid field, the toast contains the rule, and field and summary
 * how to correct the value (G-48).
 */
export const leadTexts = defineTexts({ fields, submission });
