import { describe, expect, test } from 'vitest';
import { saveAgencyFacts, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

/** One value of a statement under these settings. */
async function read(facts: object, sql: string, values: unknown[] = []): Promise<unknown> {
  return database.as('owner', async (session) => {
    await session.query('reset role');
    await saveAgencyFacts(session, facts);
    const value = await session.value(`select ${sql}`, values);
    return value instanceof Date ? value.toISOString() : value;
  });
}

const openOn = (facts: object, day: string) =>
  read(
    facts,
    `(select to_char(opens at time zone 'UTC', 'DD HH24:MI') || to_char(closes at time zone 'UTC', '–DD HH24:MI')
      from private.business_hours_between($1, $1))`,
    [day],
  );
const minutes = (facts: object, a: string, b: string) =>
  read(facts, 'private.business_minutes_between($1, $2)', [a, b]);
const after = (facts: object, start: string, count: number) =>
  read(facts, 'private.add_business_minutes($1, $2)', [start, count]);

const day = ['09:00', '17:00'];
const always = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((name) => [name, ['00:00', '23:59']]),
);

describe('B-95 a day is open as the settings say, in the agency’s time zone', () => {
  test.each<[string, object, string, string | null]>([
    ['by default, in summer', {}, '2026-07-02', '02 13:00–02 21:00'],
    ['in winter', {}, '2026-12-01', '01 14:00–01 22:00'],
    ['the day before the clock goes forward', {}, '2026-03-06', '06 14:00–06 22:00'],
    ['the day after it went forward', {}, '2026-03-09', '09 13:00–09 21:00'],
    ['the day after it went back', {}, '2026-11-02', '02 14:00–02 22:00'],
    ['on a weekend', {}, '2026-07-04', null],
    ['in Vancouver', { timeZone: 'America/Vancouver' }, '2026-07-02', '02 16:00–03 00:00'],
    ['in St. John’s', { timeZone: 'America/St_Johns' }, '2026-07-02', '02 11:30–02 19:30'],
    ['where own hours leave it out', { openingHours: { tue: day } }, '2026-07-02', null],
    ['by own hours', { openingHours: { sat: ['10:00', '12:30'] } }, '2026-07-04', '04 14:00–04 16:30'],
    ['on a holiday of the province', {}, '2026-07-01', null],
    ['without holidays', { holidays: 'none' }, '2026-07-01', '01 13:00–01 21:00'],
    ['on a holiday of another province', { holidays: 'qc' }, '2026-02-16', '16 14:00–16 22:00'],
    ['on an own closed day', { closedDates: ['2026-07-02'] }, '2026-07-02', null],
    ['on a holiday that is worked on', { openDates: ['2026-07-01'] }, '2026-07-01', '01 13:00–01 21:00'],
    [
      'both closed and worked on',
      { openDates: ['2026-07-01'], closedDates: ['2026-07-01'] },
      '2026-07-01',
      null,
    ],
    [
      'a weekend that is worked on stays closed without hours',
      { openDates: ['2026-07-04'] },
      '2026-07-04',
      null,
    ],
    [
      'where the clock skips its opening',
      { openingHours: { sun: ['02:30', '04:00'] } },
      '2026-03-08',
      '08 07:30–08 08:00',
    ],
    ['all day while the clock goes back', { openingHours: always }, '2026-11-01', '01 04:00–02 04:59'],
  ])('%s', async (_, facts, on, open) => {
    expect(await openOn(facts, on)).toBe(open);
  });
});

describe('B-95 minutes of business hours between two moments', () => {
  test.each<[string, object, string, string, number]>([
    ['within a day', {}, '2026-07-02 14:00Z', '2026-07-02 14:45Z', 45],
    ['before opening', {}, '2026-07-02 08:00Z', '2026-07-02 14:00Z', 60],
    ['after closing', {}, '2026-07-02 20:30Z', '2026-07-03 03:00Z', 30],
    ['over a night', {}, '2026-07-02 20:00Z', '2026-07-03 14:00Z', 120],
    ['over a weekend', {}, '2026-07-03 20:00Z', '2026-07-06 14:00Z', 120],
    ['over a holiday', {}, '2026-06-30 20:00Z', '2026-07-02 14:00Z', 120],
    ['within a weekend', {}, '2026-07-04 10:00Z', '2026-07-05 20:00Z', 0],
    ['over Christmas', {}, '2026-12-24 21:00Z', '2026-12-29 15:00Z', 120],
    ['a week with the clock going forward', {}, '2026-03-05 14:00Z', '2026-03-12 13:00Z', 5 * 480],
    ['a week with the clock going back', {}, '2026-10-29 13:00Z', '2026-11-05 14:00Z', 5 * 480],
    [
      'a night that the clock makes an hour longer',
      { openingHours: always },
      '2026-11-01 04:00Z',
      '2026-11-02 05:00Z',
      24 * 60 + 59,
    ],
    [
      'a night that it makes an hour shorter',
      { openingHours: always },
      '2026-03-08 05:00Z',
      '2026-03-09 04:00Z',
      22 * 60 + 59,
    ],
    ['of no time', {}, '2026-07-02 14:00Z', '2026-07-02 14:00Z', 0],
    ['backwards', {}, '2026-07-03 14:00Z', '2026-07-02 14:00Z', 0],
    ['whole minutes alone', {}, '2026-07-02 14:00:00Z', '2026-07-02 14:01:59Z', 1],
  ])('%s', async (_, facts, a, b, expected) => {
    expect(await minutes(facts, a, b)).toBe(expected);
  });

  test('a span longer than a year counts as its last year', async () => {
    const year = await minutes({}, '2025-07-02 14:00Z', '2026-07-02 14:00Z');
    expect(await minutes({}, '1970-01-01 00:00Z', '2026-07-02 14:00Z')).toBe(year);
    // 52 weeks and a day, minus 9 holidays
    expect(year).toBe((261 - 9) * 480);
  });
});

describe('B-95 the moment after some minutes of business hours', () => {
  test.each<[string, object, string, number, string | null]>([
    ['within a day', {}, '2026-07-02 14:00Z', 60, '2026-07-02T15:00:00.000Z'],
    ['until closing is the same day', {}, '2026-07-02 20:30Z', 30, '2026-07-02T21:00:00.000Z'],
    ['over closing', {}, '2026-07-02 20:30Z', 31, '2026-07-03T13:01:00.000Z'],
    ['from the night', {}, '2026-07-02 03:00Z', 240, '2026-07-02T17:00:00.000Z'],
    ['from Friday evening', {}, '2026-07-03 22:00Z', 240, '2026-07-06T17:00:00.000Z'],
    ['over Christmas', {}, '2026-12-24 21:00Z', 240, '2026-12-29T17:00:00.000Z'],
    ['over the change of the clock', {}, '2026-03-06 21:00Z', 120, '2026-03-09T14:00:00.000Z'],
    ['none in business hours is that moment', {}, '2026-07-02 14:00Z', 0, '2026-07-02T14:00:00.000Z'],
    ['none outside them is the next opening', {}, '2026-07-03 22:00Z', 0, '2026-07-06T13:00:00.000Z'],
    ['weeks later', {}, '2026-07-02 13:00Z', 20 * 480 + 1, '2026-07-30T13:01:00.000Z'],
    [
      'never, where the year has less',
      { openingHours: { mon: ['09:00', '09:01'] } },
      '2026-07-02 14:00Z',
      60,
      null,
    ],
  ])('%s', async (_, facts, start, count, expected) => {
    expect(await after(facts, start, count)).toBe(expected);
  });

  test('adding minutes is the inverse of counting them, at every hour of a year with both changes of the clock', async () => {
    const wrong = await read(
      { holidays: 'bc', timeZone: 'America/Vancouver', openingHours: { ...always, sun: ['01:15', '03:45'] } },
      `(select count(*)::int from generate_series('2026-01-01 00:07Z'::timestamptz, '2026-12-31', '29 hours') as start
        where private.business_minutes_between(start, private.add_business_minutes(start, 135)) <> 135)`,
    );
    expect(wrong).toBe(0);
  });
});

describe('B-95 statutory holidays by rule', () => {
  const holidays = async (region: string, year: number) => {
    const rows = await database.column<string>(
      `select to_char(day, 'MM-DD') as day from private.statutory_holidays($1, $2)`,
      [region, year],
    );
    return rows.join(' ');
  };
  test.each<[string, number, string]>([
    ['on', 2026, '01-01 02-16 04-03 05-18 07-01 09-07 10-12 12-25 12-28'],
    ['on', 2027, '01-01 02-15 03-26 05-24 07-01 09-06 10-11 12-27 12-28'],
    ['on', 2023, '01-02 02-20 04-07 05-22 07-03 09-04 10-09 12-25 12-26'],
    ['qc', 2026, '01-01 04-03 05-18 06-24 07-01 09-07 10-12 12-25'],
    ['bc', 2026, '01-01 02-16 04-03 05-18 07-01 08-03 09-07 09-30 10-12 11-11 12-25'],
    ['ab', 2026, '01-01 02-16 04-03 05-18 07-01 09-07 10-12 11-11 12-25'],
    ['canada', 2028, '01-03 04-14 05-22 07-03 09-04 09-30 10-09 11-11 12-25 12-26'],
    ['none', 2026, ''],
  ])('the holidays of %s in %s', async (region, year, days) => {
    expect(await holidays(region, year)).toBe(days);
  });

  test('every region that the settings offer has its holidays', async () => {
    const { holidayRegions } = await import('../../site/app/agency/holiday-regions.ts');
    for (const region of holidayRegions) {
      expect([region, (await holidays(region, 2026)) !== '']).toEqual([region, region !== 'none']);
    }
  });

  test('Easter Sundays of a century agree with published tables', async () => {
    const days = await database.value<string>(
      `select string_agg(to_char(private.easter_sunday(year), 'MM-DD'), ' ') as days
        from unnest(array[2000, 2008, 2011, 2024, 2025, 2026, 2027, 2038, 2049, 2076, 2099]) as year`,
    );
    expect(days).toBe('04-23 03-23 04-24 03-31 04-20 04-05 03-28 04-25 04-18 04-19 04-12');
  });

  test('an agency that works on Saturdays observes a holiday there on its day', async () => {
    const sixDays = { openingHours: { fri: day, sat: day, mon: day, tue: day } };
    // Boxing Day of 2026 is a Saturday
    expect(await openOn(sixDays, '2026-12-26')).toBeNull();
    expect(await openOn(sixDays, '2026-12-28')).toBe('28 14:00–28 22:00');
    expect(await openOn({}, '2026-12-28')).toBeNull();
  });
});

test('staff see which days a choice means, others none', async () => {
  for (const [caller, count] of [
    ['viewer', 9],
    ['waiting', 0],
  ] as const) {
    const rows = await database.attempt(caller, `select * from holidays_of('on', 2026)`);
    expect([caller, rows.length]).toEqual([caller, count]);
  }
});
