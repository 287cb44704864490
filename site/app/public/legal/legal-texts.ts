// Titles, dates, generated sentences of the legal pages: retention, backups, audit results.
import { defineTexts } from '../../texts/define-texts.ts';

/** Titles and generated sentences; the documents are Markdown files in this folder. */
export const legalTexts = defineTexts({
  accessibility: 'Accessibility Statement',
  privacy: 'Privacy Policy',
  terms: 'Terms of Service',
  audited: (date: string) => `Last audit of the software: <time>${date}</time>`,
  effective: (date: string) => `Effective date: <today>${date}</today>`,
  revised: (date: string) => `Text last revised: <time>${date}</time>`,
  retention: (months: number | null) =>
    months === null
      ? "If you don't become a client, we keep your messages until you ask us to delete them."
      : `If you don't become a client, we keep your messages for ${months === 1 ? '1 month' : `${months} months`} after our last contact.`,
  protection: ({ isEncrypted, hasBackups }: { isEncrypted: boolean; hasBackups: boolean }) => {
    if (isEncrypted && hasBackups)
      return 'We protect your information with access limits, encryption in transit, and backups.';
    if (isEncrypted) return 'We protect your information with access limits and encryption in transit.';
    return hasBackups
      ? 'We protect your information with access limits and backups.'
      : 'We protect your information with access limits.';
  },
  backups: (kept: { amount: number; unit: 'days' | 'months' } | null) =>
    kept === null
      ? 'Backups keep a copy until they expire.'
      : `Backups keep a copy for up to ${kept.amount} ${kept.unit}.`,
});

/** Sentences of the accessibility statement that depend on results. */
export const evidenceTexts = defineTexts({
  widths: (all: string, last: string) => `${all} and ${last}`,
  violations: {
    none: 'It found no violations.',
    some: (count: string) => `It found ${count} violations, which are listed in its result file.`,
  },
  undecided: {
    none: 'Nothing was left for a person to check.',
    some: (count: string) =>
      `In ${count} places, it couldn't decide on its own. They're listed in the result file.`,
  },
  orca: {
    passed: (moves: string) => `All ${moves} steps were as expected.`,
    failed: (moves: string, failed: string) => `Something was missing at ${failed} of ${moves} steps.`,
  },
  engines: {
    passed: (passed: string) => `All ${passed} steps worked.`,
    failed: (passed: string, failed: string) => `${passed} steps worked; ${failed} didn't.`,
  },
});
