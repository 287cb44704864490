import { describe, expect, test } from 'vitest';
import { mergeDrafts } from './merge-drafts.ts';

const began = {
  name: 'Audit',
  text: 'One.\n\nTwo.\n\nThree.',
  description: { text: 'One.\n\nTwo.', format: 'plain' },
  chips: ['a', 'b'],
  pictureUrl: '/old',
  pictureAlt: 'Old',
};
const merge = (mine: Partial<typeof began>, theirs: Partial<typeof began>) =>
  mergeDrafts(
    { began, mine: { ...began, ...mine }, theirs: { ...began, ...theirs } },
    { units: [['pictureUrl', 'pictureAlt']] },
  );

describe('B-520 what two people changed in one record is merged by field', () => {
  test('fields that one of them changed are taken, and equal changes are no conflict', () => {
    const { values, conflicts } = merge(
      { name: 'Mine', chips: ['a', 'c'] },
      { text: 'Theirs.', chips: ['a', 'c'] },
    );
    expect(values).toEqual({ ...began, name: 'Mine', text: 'Theirs.', chips: ['a', 'c'] });
    expect(conflicts).toEqual([]);
  });

  test.each([
    ['neighbours', 'One!\n\nTwo.\n\nThree.', 'One.\n\nTwo!\n\nThree.', 'One!\n\nTwo!\n\nThree.'],
    [
      'a paragraph and one after it',
      'One.\n\nTwo.\n\nThree!',
      'One.\n\nTwo.\n\nThree.\n\nFour.',
      'One.\n\nTwo.\n\nThree!\n\nFour.',
    ],
    [
      'a removed one and a new first one',
      'One.\n\nThree.',
      'Zero.\n\nOne.\n\nTwo.\n\nThree.',
      'Zero.\n\nOne.\n\nThree.',
    ],
    [
      'three blank lines',
      'One.\n\n\n\nTwo.\n\nThree.',
      'One.\n\nTwo.\n\nThird.',
      'One.\n\n\n\nTwo.\n\nThird.',
    ],
  ])('paragraphs that do not overlap are merged: %s', (_case, mine, theirs, merged) => {
    expect(merge({ text: mine }, { text: theirs })).toEqual({
      values: { ...began, text: merged },
      conflicts: [],
    });
  });

  test('where both changed a paragraph, each side has the other changes of both', () => {
    const { values, conflicts } = merge(
      { text: 'One.\n\nMy two.\n\nThree.\n\nFour.' },
      { text: 'First.\n\nTheir two.\n\nThree.' },
    );
    expect(values.text).toBe('First.\n\nMy two.\n\nThree.\n\nFour.');
    expect(conflicts).toEqual([
      {
        names: ['text'],
        mine: { text: 'First.\n\nMy two.\n\nThree.\n\nFour.' },
        theirs: { text: 'First.\n\nTheir two.\n\nThree.\n\nFour.' },
      },
    ]);
  });

  test('a text and its format are merged apart; lists and fields that belong together are not', () => {
    const { values, conflicts } = merge(
      { description: { text: 'One.\n\nTwo!', format: 'plain' }, chips: ['a'], pictureUrl: '/mine' },
      {
        description: { text: 'One.\n\nTwo.', format: 'markdown' },
        chips: ['a', 'b', 'c'],
        pictureAlt: 'New',
      },
    );
    expect(values.description).toEqual({ text: 'One.\n\nTwo!', format: 'markdown' });
    expect(values).toMatchObject({ chips: ['a'], pictureUrl: '/mine', pictureAlt: 'Old' });
    expect(conflicts.map(({ names }) => names)).toEqual([['pictureUrl', 'pictureAlt'], ['chips']]);
  });

  test('values that are stored alike are equal', () => {
    const lines = (key: string, name: string) => ({ prices: [{ key, name }] });
    const storedOf = (_names: unknown, { prices }: ReturnType<typeof lines>) =>
      prices.map(({ name }) => name);
    const mine = lines('1', 'Mine');
    const drafts = { began: lines('1', 'Old'), mine, theirs: lines('2', 'Old') };
    expect(mergeDrafts(drafts, { storedOf })).toEqual({ values: mine, conflicts: [] });
  });

  test('a conflict stays open while others save more, until both sides are equal', () => {
    const mine = { ...began, name: 'Mine' };
    const theirs = { ...began, name: 'Theirs' };
    const { conflicts: open } = mergeDrafts({ began, mine, theirs });
    const later = { ...theirs, chips: ['later'] };
    expect(mergeDrafts({ began: theirs, mine, theirs: later, open })).toEqual({
      values: { ...later, name: 'Mine' },
      conflicts: open,
    });
    const equal = { ...theirs, name: 'Mine' };
    expect(mergeDrafts({ began: theirs, mine, theirs: equal, open })).toEqual({
      values: equal,
      conflicts: [],
    });
  });

  test('B-521 what I sent in a save without a response and changed since is no conflict with myself', () => {
    const sent = { ...began, name: 'Sent', text: 'Sent.' };
    const mine = { ...sent, name: 'Sent, and more' };
    const theirs = { ...sent, chips: ['theirs'] };
    expect(mergeDrafts({ began, sent, mine, theirs })).toEqual({
      values: { ...mine, chips: ['theirs'] },
      conflicts: [],
    });
  });
});
