import { expect, test } from 'vitest';
import { leadWorkLabelsOf } from './lead-work-summary.tsx';

const nothing = {
  waiting_minutes: null,
  is_late: false,
  follow_up_on: null,
  is_due: false,
  notes: 0,
  automatic_mails: 0,
  is_unread: false,
  mentions_me: false,
};

test.each([
  [{}, []],
  [{ waiting_minutes: 20 }, []],
  [{ waiting_minutes: 20, is_late: true }, ['Late. Waiting less than a business hour']],
  [{ waiting_minutes: 60 }, ['Waiting 1 business hour']],
  [{ waiting_minutes: 479 }, ['Waiting 7 business hours']],
  [{ waiting_minutes: 480 }, ['Waiting 1 business day']],
  [{ waiting_minutes: 46 * 60, is_late: true }, ['Late. Waiting 5 business days']],
  [{ follow_up_on: '2026-11-25' }, ['Follow up on Nov 25']],
  [{ follow_up_on: '2026-11-25', is_due: true, notes: 2 }, ['Follow up today', '2 internal notes']],
  [{ automatic_mails: 1, notes: 1 }, ['1 automatic email', '1 internal note']],
  [{ automatic_mails: 2 }, ['2 automatic emails']],
  [{ is_unread: true, mentions_me: true, notes: 1 }, ['A note mentions you', 'Unread', '1 internal note']],
])('B-24 B-97 B-98 B-286 a card has the text for %j', (work, texts) => {
  expect(leadWorkLabelsOf({ ...nothing, ...work }, {}).map(({ text }) => text)).toEqual(texts);
});

test('B-24 on a phone a wait is a number beside an icon', () => {
  const shorts = [20, 61, 60_000].map((minutes) =>
    leadWorkLabelsOf({ ...nothing, waiting_minutes: minutes, is_late: true }, {}).map(({ short }) => short),
  );
  expect(shorts).toEqual([['< 1 h'], ['1 h'], ['125 d']]);
});

test('B-24 a business day is as long as the agency is open, and eight hours of waiting are one at least', () => {
  const waits = [540, 1_199, 1_200].map((minutes) =>
    leadWorkLabelsOf({ ...nothing, waiting_minutes: minutes }, { tue: ['08:30', '18:30'] }).map(
      ({ text }) => text,
    ),
  );
  expect(waits).toEqual([
    ['Waiting 1 business day'],
    ['Waiting 1 business day'],
    ['Waiting 2 business days'],
  ]);
});
