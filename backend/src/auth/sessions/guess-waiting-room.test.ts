import { expect, test } from 'vitest';
import { createGuessWaitingRoom } from './guess-waiting-room.ts';

function createTestRoom() {
  const room = createGuessWaitingRoom({ places: 20, placesPerAccount: 10 });
  const signals: [name: string, lost: AbortSignal][] = [];
  return {
    /** Whether the guess may wait. */
    enter(account: string, network: string): boolean {
      const place = room.enter(account, network);
      if (place) signals.push([`${account} ${network}`, place.lost]);
      return place !== null;
    },
    leave: (account: string, network: string) => room.enter(account, network)?.leave(),
    waiting: () => signals.filter(([, lost]) => !lost.aborted).map(([name]) => name),
    lost: () => signals.filter(([, lost]) => lost.aborted).map(([name]) => name),
  };
}

test('B-405 an account that is guessed from many networks at once leaves half of the places to others', () => {
  const { enter, waiting } = createTestRoom();
  const admitted = Array.from({ length: 50 }, (_, n) => enter('ann', `attacker ${n}`));
  expect(admitted.filter(Boolean)).toHaveLength(10);
  expect(enter('bob', 'home')).toBe(true);
  expect(waiting()).toHaveLength(11);
});

test('B-405 a guess from a network without others takes a place from a network that has several', () => {
  const { enter, lost, waiting } = createTestRoom();
  for (let n = 0; n < 6; n += 1) enter('ann', 'attacker');
  for (let n = 0; n < 4; n += 1) enter('ann', 'another attacker');
  expect(enter('ann', 'attacker')).toBe(false);
  expect(enter('ann', 'home')).toBe(true);
  expect(lost()).toEqual(['ann attacker']);
  expect(waiting()).toHaveLength(10);
});

test('B-405 if all places are taken, the account with the most guesses loses one to any other account', () => {
  const { enter, leave, lost, waiting } = createTestRoom();
  for (let n = 0; n < 10; n += 1) enter('ann', `attacker ${n}`);
  for (let n = 0; n < 9; n += 1) enter('bob', `attacker ${n}`);
  enter('cem', 'home');
  expect(waiting()).toHaveLength(20);
  leave('dan', 'home');
  expect(lost()).toEqual(['ann attacker 9']);
  expect(enter('dan', 'home')).toBe(true);
  expect(enter('eve', 'home')).toBe(true);
  // Bob's are now as many as Ann's.
  expect(lost()).toHaveLength(2);
  expect(enter('ann', 'attacker 11')).toBe(false);
});
