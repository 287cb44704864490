import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '..');
const textControl =
  /<(?:TextAreaField|TextField|textarea)\b|<input\b(?![^>]*type="(?:checkbox|radio|file|hidden|color)")/;

/** Components whose values are in the draft of the form that renders them. */
const parts = [
  'agency/colours-panel.tsx',
  'agency/partners-section.tsx',
  'agency/agency-section-fields.tsx',
  'content/editor/content-fields.tsx',
  'content/editor/record-picture.tsx',
  'content/fields/description-field.tsx',
  'content/fields/markdown-area.tsx',
  'content/fields/prices-field.tsx',
  'content/fields/publishing-time-field.tsx',
  'content/fields/quotation-field.tsx',
  'content/fields/seo-controls.tsx',
  'content/fields/service-links-field.tsx',
  'content/fields/text-field.tsx',
  'inbox/bulk/new-lead-fields.tsx',
  'inbox/thread/mention-field.tsx',
  'screen/alt-field.tsx',
  'content/fields/words-field.tsx',
  'screen/switch-field.tsx',
];

/**
 * Passwords, codes, files, filters and searches; the name of a security key belongs to a session, the reason of a finding
 * to one check.
 */
const nothingToKeep = [
  'audit/audit.tsx',
  'content/check/check-results.tsx',
  'inbox/bulk/select-leads.tsx',
  'inbox/reply/canned-replies-dialog.tsx',
  'inbox/received/assign-mail-dialog.tsx',
  'layout/second-factor-step.tsx',
  'media/library/image-search.tsx',
  'media/upload/drop-zone.tsx',
  'privacy/privacy.tsx',
  'screen/search-field.tsx',
  'screen/selection.tsx',
  'settings/security/authenticator-form.tsx',
  'settings/security/two-step-block.tsx',
];

test('B-144 every form of the dashboard keeps what is typed, or has nothing to keep', () => {
  const forms = globSync('**/*.tsx', { cwd: folder }).filter((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return textControl.test(text) && !/\buseStoredDraft\b|<ValidatedFormDialog\b/.test(text);
  });
  expect(forms.toSorted()).toEqual([...parts, ...nothingToKeep].toSorted());
});
