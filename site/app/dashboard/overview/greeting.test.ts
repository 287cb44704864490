import { expect, test } from 'vitest';
import { greeting, waitingSentence } from './greeting.ts';

test('the overview greets by the hour and the first name', () => {
  expect(greeting(9, 'Maude Tremblay-Okoye')).toBe('Good morning, Maude');
  expect(greeting(12, 'Maude')).toBe('Good afternoon, Maude');
  expect(greeting(18, '')).toBe('Good evening');
  expect(greeting(0, 'maude@fairlead.example')).toBe('Good morning');
});

test('the overview shows how many people are waiting', () => {
  expect(waitingSentence(0)).toBe('Nobody is waiting for a reply.');
  expect(waitingSentence(1)).toBe('One person is waiting for a reply.');
  expect(waitingSentence(4)).toBe('Four people are waiting for a reply.');
  expect(waitingSentence(1200)).toBe('1,200 people are waiting for a reply.');
});
