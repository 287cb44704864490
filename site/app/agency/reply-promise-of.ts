// The promise of a reply, as texts name it.
import { defineTexts } from '../texts/define-texts.ts';

const t = defineTexts({
  numbers: 'zero one two three four five six seven eight nine ten',
  time: (count: string, isOne: boolean) => `${count} business ${isOne ? 'day' : 'days'}`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  sameDay: 'the same business day',
  within: (time: string) => `within ${time}`,
});

/** The placeholders of the promise. All are derived from one field, so that no two texts promise different times. */
interface ReplyPromise {
  /** "one business day": when a person replies */
  replyTime: string;
  /** "1 day", as a figure */
  replyDays: string;
  /** "the same business day" or "within two business days": when a person reads a message */
  readTime: string;
}

/** `days` are business days; 0 promises nothing, and sentences that name the promise are left out. */
export function replyPromiseOf(days: number): ReplyPromise {
  if (days === 0) return { replyTime: '', replyDays: '', readTime: '' };
  const replyTime = t.time(t.numbers.split(' ')[days] ?? String(days), days === 1);
  return { replyTime, replyDays: t.days(days), readTime: days === 1 ? t.sameDay : t.within(replyTime) };
}
