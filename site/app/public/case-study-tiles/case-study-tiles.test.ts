import { expect, test } from 'vitest';
import { splitCaseStudyResult } from './case-study-tiles.tsx';

test.each([
  ['63% more calls', '63%', 'more calls'],
  ['63 % more calls', '63 %', 'more calls'],
  ['+120 reviews in a year', '+120', 'reviews in a year'],
  ['$4,200 saved each month', '$4,200', 'saved each month'],
  ['3× faster', '3×', 'faster'],
  ['Twice as many bookings', null, 'Twice as many bookings'],
  ['From 41 to 100', null, 'From 41 to 100'],
  ['100%', null, '100%'],
  ['', null, ''],
])('B-82 the number of the result “%s” is set apart', (result, figure, words) => {
  expect(splitCaseStudyResult(result)).toEqual({ figure, words });
});
