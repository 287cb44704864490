import { expect, test } from 'vitest';
import {
  findPartnerProblems,
  partnersDraftOf,
  partnersOf,
  withPartnerLogo,
  withPartnerNames,
} from './partners-section.tsx';

const logo = { logo: '/a.webp', ground: 'light' } as const;
const stored = [
  { name: 'One', logo: null, ground: 'any' },
  { name: 'Two', ...logo },
] as const;
const draft = partnersDraftOf(stored);

test('partners are edited as one name per line, and saving them unchanged keeps them', () => {
  expect(draft.partnerNames).toBe('One\nTwo');
  expect(partnersOf(draft)).toEqual(stored);
  expect(partnersOf(withPartnerNames(draft, 'Two\n\n Two '))).toEqual([{ name: 'Two', ...logo }]);
});

test('a logo follows its name when it is corrected, moved, or cut and pasted', () => {
  const typed = withPartnerNames(withPartnerNames(draft, 'One\nTwoo'), 'One\nTwo & Co.');
  expect(partnersOf(typed)[1]).toEqual({ name: 'Two & Co.', ...logo });
  expect(withPartnerNames(typed, 'One\nTwo')).toEqual(draft);
  expect(partnersOf(withPartnerNames(draft, 'Two\nOne'))).toEqual([stored[1], stored[0]]);
  expect(partnersOf(withPartnerNames(withPartnerNames(draft, 'One'), 'Two\nOne'))[0]).toEqual(stored[1]);
});

test('a logo is added and removed', () => {
  const added = withPartnerLogo(draft, 'One', { logo: '/b.webp', ground: 'any' });
  expect(partnersOf(added)[0]?.logo).toBe('/b.webp');
  expect(withPartnerLogo(added, 'One', null)).toEqual(draft);
});

test('too many names and names that are too long have a message', () => {
  const many = Array.from({ length: 41 }, (_, i) => `P${i}`).join('\n');
  expect(findPartnerProblems({ ...draft, partnerNames: many })).toHaveLength(1);
  expect(findPartnerProblems({ ...draft, partnerNames: 'x'.repeat(101) })).toHaveLength(1);
  expect(findPartnerProblems(draft)).toEqual([]);
});
