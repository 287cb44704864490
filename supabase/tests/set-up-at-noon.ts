import { beforeAll } from 'vitest';
import { saveAgencyFacts, type TestDatabase } from './test-database.ts';

const hour = new Date().getUTCHours() - 12;
/** A time zone in which it is about noon. */
const noonZone = hour === 0 ? 'Etc/GMT' : `Etc/GMT${hour > 0 ? '+' : ''}${hour}`;

export const noonFacts = {
  openingHours: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:00', '23:59']]),
  ),
  timeZone: noonZone,
  holidays: 'none',
};

/** For the tests of the calling file, makes the agency always open, in a zone in which it is about noon. */
export function setUpAtNoon(database: TestDatabase): void {
  beforeAll(() => saveAgencyFacts(database, noonFacts));
}
