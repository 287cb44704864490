import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeDrafts, choiceId } from '../content/merge-drafts.ts';
import { expect, test } from 'vitest';
import { emptyAgencyRecord } from '../../agency/agency-fields.ts';
import {
  agencyFieldsDraftOf,
  agencyRecordOf,
  describeShortenedTitle,
  describeHours,
  copyMondayToWeekdays,
  findAgencyFieldProblems,
} from './agency-fields-draft.ts';
import {
  agencyEditorDraftOf,
  findChangedAgencyScreens,
  agencyEditorScreens,
  agencyMergeRules,
  describeAgencyValues,
  findAgencyEditorScreen,
  withDependentFields,
} from './agency-editor-draft.ts';
import { agencyPresetVersion, changedAgencyFields } from './versions.tsx';

const text = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../agency/legal', `${name}.md`), 'utf8');
const legal = { privacy: text('privacy'), terms: text('terms') };
const presets = agencyFieldsDraftOf(emptyAgencyRecord, legal);
const inEnglish = { facts: {}, texts: { 'en-CA': {} } };

test('the presets have no problems, and saving them stores nothing', () => {
  expect(findAgencyFieldProblems(presets)).toEqual([]);
  expect(agencyRecordOf(presets, emptyAgencyRecord, legal)).toEqual(inEnglish);
});

test('only changed fields are stored, and shown again as they were typed', () => {
  const draft = {
    ...presets,
    name: ' Maple ',
    consultationMinutes: '45',
    footerServices: 'One\n\n Two ',
    terms: '## Ours',
    openingHours: { ...presets.openingHours, mon: ['09:00', '17:00'] as const },
  };
  const record = agencyRecordOf(draft, emptyAgencyRecord, legal);
  expect(record).toEqual({
    facts: { name: 'Maple', consultationMinutes: 45, openingHours: { mon: ['09:00', '17:00'] } },
    texts: { 'en-CA': { footerServices: ['One', 'Two'], terms: '## Ours' } },
  });
  expect(agencyFieldsDraftOf(record, legal)).toMatchObject({
    name: 'Maple',
    footerServices: 'One\nTwo',
    terms: '## Ours',
    privacy: legal.privacy,
  });
  expect(changedAgencyFields(emptyAgencyRecord, record).map(({ label }) => label)).toEqual([
    'Agency name',
    'Opening hours',
    'Free consultation (minutes)',
    'Services in the footer',
    'Terms of Service',
  ]);
});

test('texts in another language stay as they are', () => {
  const base = { facts: {}, texts: { 'fr-CA': { tagline: 'Depuis 2001' } } };
  expect(agencyRecordOf(presets, base, legal).texts).toEqual({ ...base.texts, 'en-CA': {} });
});

test.each([
  ['name', '', 'Fill in “Agency name”'],
  ['name', 'x'.repeat(41), 'Shorten “Agency name” to 40 characters or fewer'],
  [
    'phone',
    '030 1234567',
    'Start with + and the country code, such as +49 30 1234567, or fill in “Phone number for links”',
  ],
  ['phone', 'call us', 'Enter a phone number with digits, such as 1-800-555-0199'],
  ['phoneDialled', '18005550199', 'Enter a number with its country code, such as +18005550199'],
  ['email', 'hello@maple', 'Enter an email address, such as name@example.com'],
  ['socialLinks', 'javascript:alert(1)', 'Start each address with https://'],
  ['footerServices', '1\n2\n3\n4\n5\n6\n7', 'Use at most 6 lines in “Services in the footer”'],
  ['consultationMinutes', '0x1e', 'Enter a whole number from 5 to 480 in “Free consultation (minutes)”'],
])('A-18 the field %s with the value %s has a message that says what to do', (name, typed, problem) => {
  expect(findAgencyFieldProblems({ ...presets, [name]: typed })).toEqual([
    { field: `agency-${name}`, text: problem },
  ]);
});

test('an unknown placeholder is reported before it is on a page', () => {
  const [problem] = findAgencyFieldProblems({ ...presets, tagline: 'We are {{nome}}' });
  expect(problem?.text).toMatch(/^Replace {{nome}} in “Tagline \(footer\)” with one of {{name}}, /);
});

test('the hours of Monday, or the usual ones, are copied to the other weekdays', () => {
  expect(copyMondayToWeekdays(presets.openingHours)).toMatchObject({
    mon: ['09:00', '17:00'],
    fri: ['09:00', '17:00'],
  });
  const typed = { ...presets.openingHours, mon: ['08:30', '16:30'] as const };
  const record = agencyRecordOf(
    { ...presets, openingHours: copyMondayToWeekdays(typed) },
    emptyAgencyRecord,
    legal,
  );
  expect(Object.keys(record.facts.openingHours ?? {})).toEqual(['mon', 'tue', 'wed', 'thu', 'fri']);
});

test('S-1 a title of the home page that search results cut is shown as they cut it, with the agency’s name', () => {
  expect(describeShortenedTitle(presets)).toBeUndefined();
  const long = {
    ...presets,
    name: 'Maple & Birch Marketing of Vancouver',
    seoTitle: '{{name}}, at your side',
  };
  expect(describeShortenedTitle(long)).toBe(
    "Too long for search results once your agency's name is added: they show “Maple & Birch… · Maple & Birch Marketing of Vancouver”.",
  );
});

const stored = agencyEditorDraftOf({ version: agencyPresetVersion, partners: [] }, legal);

test('B-260 every control is on one screen, which is named where it was changed', () => {
  expect(agencyEditorScreens.flatMap(({ names }) => names).toSorted()).toEqual(
    Object.keys(stored).toSorted(),
  );
  expect(findAgencyEditorScreen('agency-hours-mon')?.id).toBe('hours');
  expect(findAgencyEditorScreen('agency-partners')?.id).toBe('partners');
  expect(findAgencyEditorScreen('agency-privacy')?.id).toBe('legal');
  const changed = findChangedAgencyScreens({ ...stored, name: 'Maple', partnerNames: 'Birch' }, stored);
  expect(changed.map(({ id }) => id)).toEqual(['contact', 'partners']);
});

test('B-260 a draft is merged with what someone else saved, and where both changed the same, it is reported', () => {
  const mine = { ...stored, name: 'Maple', tagline: 'Same' };
  const theirs = { ...stored, phone: '416-555-0101', tagline: 'Same', partnerNames: 'Birch' };
  const merge = (one: typeof stored, other: typeof stored) =>
    mergeDrafts({ began: stored, mine: one, theirs: other }, agencyMergeRules);
  expect(merge(mine, theirs)).toEqual({ values: { ...theirs, name: 'Maple' }, conflicts: [] });
  expect(merge(mine, { ...theirs, name: 'Elm' })).toMatchObject({
    values: { name: 'Maple', phone: '416-555-0101' },
    conflicts: [{ names: ['name'], theirs: { name: 'Elm' } }],
  });
  // names and logos of partners are saved as one list
  const logos = { ...stored, partnerLogos: { Oak: { logo: '/oak.svg', ground: 'any' as const } } };
  const [conflict] = merge(logos, theirs).conflicts;
  expect(describeAgencyValues(conflict?.names ?? [], theirs)[0]).toEqual({
    label: 'Partners',
    text: 'Birch',
  });
  expect(findAgencyEditorScreen(choiceId(conflict?.names ?? []))?.id).toBe('partners');
});

test('B-260 a value that derives from a field changes with it, until an owner enters another one', () => {
  const change = (draft: typeof stored, part: Partial<typeof stored>) => ({
    ...draft,
    ...withDependentFields(draft, part),
  });
  // each letter of a province is a change
  let draft = stored;
  for (let i = 1; i <= 'Québec'.length; i += 1) draft = change(draft, { province: 'Québec'.slice(0, i) });
  expect(draft).toMatchObject({ holidays: 'qc', timeZone: 'America/Toronto', hours: stored.hours });
  draft = change(draft, { province: 'SK' });
  expect(draft).toMatchObject({ holidays: 'sk', timeZone: 'America/Regina', location: stored.location });
  expect(draft.hours).toBe('Monday - Friday: 9:00 AM - 5:00 PM Central Standard Time');
  draft = change(draft, { city: 'Regina' });
  expect(draft.location).toBe('Regina, SK');
  const openingHours = { ...copyMondayToWeekdays(draft.openingHours), sat: ['10:00', '14:30'] as const };
  draft = change(draft, { openingHours });
  expect(draft.hours).toBe(
    'Monday - Friday: 9:00 AM - 5:00 PM, Saturday: 10:00 AM - 2:30 PM Central Standard Time',
  );
  draft = change(draft, { heroTitle: 'Fill your\n*calendar.*', heroCaption: 'Marketing for clinics' });
  draft = change(draft, { heroText: 'Search and websites for clinics.' });
  expect(draft).toMatchObject({
    seoTitle: 'Fill your calendar.',
    seoCaption: 'Marketing for clinics',
    seoEnding: 'Marketing for clinics',
    tagline: 'Marketing for clinics',
    seoDescription: 'Search and websites for clinics.',
    statement: 'Search and websites for clinics.',
  });
  draft = change(change(draft, { tagline: 'Since 2001' }), { heroCaption: 'Marketing for vets' });
  expect(draft).toMatchObject({ tagline: 'Since 2001', seoCaption: 'Marketing for vets' });
  // texts fit the limits of the fields that follow
  draft = change(draft, { heroText: 'word '.repeat(48).trim(), heroCaption: 'word '.repeat(16).trim() });
  expect(findAgencyFieldProblems(draft)).toEqual([]);
  const restored = change(draft, {
    heroCaption: stored.heroCaption,
    heroText: stored.heroText,
    heroTitle: stored.heroTitle,
  });
  expect(restored).toMatchObject({ statement: stored.statement, seoTitle: stored.seoTitle });
});

test('opening hours are described as people write them', () => {
  const usual = 'Monday - Friday: 9:00 AM - 5:00 PM Eastern Time';
  expect(describeHours(presets.openingHours, presets.timeZone)).toBe(usual);
  const half = { ...presets.openingHours, mon: ['13:00', ''] as const };
  expect(describeHours(half, presets.timeZone)).toBe(usual);
  const days = { mon: ['13:00', '20:00'], wed: ['13:00', '20:00'], thu: ['13:00', '20:00'] } as const;
  expect(describeHours({ ...presets.openingHours, ...days }, 'America/St_Johns')).toBe(
    'Monday: 1:00 PM - 8:00 PM, Wednesday - Thursday: 1:00 PM - 8:00 PM Newfoundland Time',
  );
});
