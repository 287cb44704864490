// The texts of the lists of content: search, filter, changes of several records, copies.
import { defineTexts } from '../../../texts/define-texts.ts';
import { endSentence } from '../../../texts/end-sentence.ts';

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const listTexts = defineTexts({
  search: (many: string) => `Search ${many}`,
  placeholder: { name: 'Name, address or pitch', title: 'Title, address or summary' },
  state: 'Show',
  states: { all: 'All', public: 'Published', scheduled: 'Scheduled', draft: 'Drafts' },
  found: (count: number, isMore: boolean, one: string, many: string) =>
    count === 0 ? `No ${many} found` : `${counted(count, one, many)}${isMore ? ' or more' : ''} found`,
  noneFound: (many: string) => `No ${many} match.`,
  clear: 'Clear search and filter',
  and: (count: number) => `and ${count} more`,
  busy: 'Working...',
  gone: 'Someone else deleted it.',
  changedSince: 'Someone has saved changes to it since. Look at it first.',
  failure: (name: string, reason: string) => `${name}: ${reason}`,
  actions: {
    publish: {
      press: (count: number) => `Publish ${count}`,
      question: (what: string) => `Publish ${what}?`,
      confirm: 'Publish',
      done: 'Published',
      doneText: (what: string) => `${what} published.`,
      failed: (count: number) => `${count} not published:`,
    },
    unpublish: {
      press: (count: number) => `Unpublish ${count}`,
      question: (what: string) => `Unpublish ${what}?`,
      confirm: 'Unpublish',
      done: 'Unpublished',
      doneText: (what: string) => `${what} unpublished.`,
      failed: (count: number) => `${count} not unpublished:`,
    },
    trash: {
      press: (count: number) => `Move ${count} to trash`,
      question: (what: string) => `Move ${what} to trash?`,
      confirm: 'Move to trash',
      done: 'Moved to trash',
      doneText: (what: string) => `${what} moved to trash.`,
      failed: (count: number) => `${count} not moved to trash:`,
    },
  },
  counted,
  consequences: {
    live: (name: string, path: string) => `${name}: anyone can see ${path} right away.`,
    scheduled: (name: string, time: string) => endSentence(`${name} goes live on ${time}`),
    offline: (name: string, path: string) => `${name}: only your team can see ${path} from now on.`,
    neverLive: (name: string) => `${name} won't go live as scheduled.`,
    trash: (name: string, address: string) => `${name}: ${address}`,
    media: 'Their images in Media are deleted too.',
  },
  copy: {
    press: (name: string) => `Duplicate ${name}`,
    title: (name: string) => `Copy of ${name}`.slice(0, 200),
    done: 'Duplicated',
    doneText: 'This is the copy. Only your team can see it.',
  },
});
