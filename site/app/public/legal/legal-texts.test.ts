import { expect, test } from 'vitest';
import { legalTexts } from './legal-texts.ts';

test('B-77 the page states the months that owners chose, whether the site is encrypted, and whether and how long the oldest backup is kept', () => {
  expect(legalTexts.retention(24)).toBe(
    "If you don't become a client, we keep your messages for 24 months after our last contact.",
  );
  expect(legalTexts.retention(1)).toContain('for 1 month after');
  expect(legalTexts.retention(null)).toContain('until you ask us to delete them');
  const protection = (isEncrypted: boolean, hasBackups: boolean) =>
    legalTexts.protection({ isEncrypted, hasBackups });
  expect(protection(true, true)).toContain('access limits, encryption in transit, and backups.');
  expect(protection(false, true)).not.toContain('encryption');
  expect(protection(true, false)).toContain('access limits and encryption in transit.');
  expect(protection(true, false) + protection(false, false)).not.toContain('backups');
  expect(legalTexts.backups({ amount: 12, unit: 'months' })).toBe('Backups keep a copy for up to 12 months.');
});
