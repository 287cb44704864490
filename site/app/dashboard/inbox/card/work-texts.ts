import { defineTexts } from '../../../texts/define-texts.ts';
import { formatCount } from '../../../ui/format-count.ts';

function hours(count: number): string {
  return count === 1 ? '1 business hour' : `${formatCount(count)} business hours`;
}

export const workTexts = defineTexts({
  unread: 'Unread',
  mentioned: 'A note mentions you',
  notes: (count: number) => (count === 1 ? '1 internal note' : `${formatCount(count)} internal notes`),
  waitingShortly: 'Waiting less than a business hour',
  waiting: (count: number) => `Waiting ${hours(count)}`,
  late: (wait: string) => `Late. ${wait}`,
  /** Beside an icon, where there is no room for the words. */
  shortWait: (hours: number) => (hours < 1 ? '< 1 h' : `${formatCount(hours)} h`),
  followUpOn: (day: string) => `Follow up on ${day}`,
  due: 'Follow up today',
});
