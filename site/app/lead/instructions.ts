import { limits, type LeadField } from './lead-fields.ts';

const tooLong: Record<LeadField, string> = {
  name: `Shorten your name to ${limits.name} characters or fewer`,
  email: `Use an email address of ${limits.email} characters or fewer`,
  company: `Shorten the company name to ${limits.company} characters or fewer`,
  phone: `Shorten the phone number to ${limits.phone} characters or fewer`,
  message: `Shorten your message to ${limits.message.toLocaleString('en-US')} characters or fewer`,
};

const missing: Partial<Record<LeadField, string>> = {
  name: 'Enter your name (at least 2 characters)',
  email: 'Enter an email address, such as name@example.com',
  message: 'Tell us what you need',
};

/** How to mend a field, in words of its own: the rule's message is said once, in the toast (acceptance G-48). */
export function instructionFor(field: LeadField, message: string): string {
  return message.includes('less than') ? tooLong[field] : (missing[field] ?? tooLong[field]);
}
