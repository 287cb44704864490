import { expect, test } from 'vitest';
import { formatGreeting } from './overview.tsx';
import { overviewTexts } from './overview-texts.ts';

test('the overview greets by the hour and the first name', () => {
  expect(formatGreeting(9, 'Maude Tremblay-Okoye')).toBe('Good morning, Maude');
  expect(formatGreeting(12, 'Maude')).toBe('Good afternoon, Maude');
  expect(formatGreeting(18, '')).toBe('Good evening');
  expect(formatGreeting(0, 'maude@fairlead.example')).toBe('Good morning');
});

test('the overview shows how many people are waiting', () => {
  const waitingSentence = (count: number) => overviewTexts.todayAndWaiting('Friday', count);
  expect(waitingSentence(0)).toBe('Friday. No one is waiting for a reply.');
  expect(waitingSentence(1)).toBe('Friday. One person is waiting for a reply.');
  expect(waitingSentence(4)).toBe('Friday. Four people are waiting for a reply.');
  expect(waitingSentence(1200)).toBe('Friday. 1,200 people are waiting for a reply.');
});
