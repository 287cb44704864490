import { expect, test } from 'vitest';
import { greeting } from './overview.tsx';
import { overviewTexts } from './overview-texts.ts';

test('the overview greets by the hour and the first name', () => {
  expect(greeting(9, 'Maude Tremblay-Okoye')).toBe('Good morning, Maude');
  expect(greeting(12, 'Maude')).toBe('Good afternoon, Maude');
  expect(greeting(18, '')).toBe('Good evening');
  expect(greeting(0, 'maude@fairlead.example')).toBe('Good morning');
});

test('the overview shows how many people are waiting', () => {
  const waitingSentence = (count: number) => overviewTexts.todayAndWaiting('Friday', count);
  expect(waitingSentence(0)).toBe('Friday. No one is waiting for a reply.');
  expect(waitingSentence(1)).toBe('Friday. One person is waiting for a reply.');
  expect(waitingSentence(4)).toBe('Friday. Four people are waiting for a reply.');
  expect(waitingSentence(1200)).toBe('Friday. 1,200 people are waiting for a reply.');
});
