// Holds delayed guesses of passwords and codes, and decides which one is refused if too many wait.

/** How many guesses may wait at once, in all and of one account. */
interface WaitingRoomSize {
  places: number;
  placesPerAccount: number;
}

interface Waiting {
  account: string;
  network: string;
  place: AbortController;
}

/**
 * If too many guesses wait, the last one goes from the network with the most guesses of the account with the most. An
 * attacker who fills the room therefore loses places to others who guess, also at the same account.
 */
export function createGuessWaitingRoom({ places, placesPerAccount }: WaitingRoomSize) {
  const waiting = new Set<Waiting>();

  function findExcess(account: string): Waiting | undefined {
    const ofAccount = [...waiting].filter((each) => each.account === account);
    if (ofAccount.length > placesPerAccount) return lastOf(ofAccount);
    return waiting.size > places ? lastOf(largestGroup([...waiting], (each) => each.account)) : undefined;
  }

  return {
    /** Null if the guess itself would be the one to go. */
    enter(account: string, network: string): { lost: AbortSignal; leave: () => void } | null {
      const entered: Waiting = { account, network, place: new AbortController() };
      waiting.add(entered);
      const excess = findExcess(account);
      if (excess) waiting.delete(excess);
      if (excess === entered) return null;
      excess?.place.abort();
      /** `lost` is aborted if the place was given to another guess. */
      return { lost: entered.place.signal, leave: () => void waiting.delete(entered) };
    },
  };
}

function lastOf(guesses: readonly Waiting[]): Waiting | undefined {
  return largestGroup(guesses, (each) => each.network).at(-1);
}

/** Of several equal groups that which began last. */
function largestGroup(guesses: readonly Waiting[], keyOf: (guess: Waiting) => string): readonly Waiting[] {
  const groups = [...Map.groupBy(guesses, keyOf).values()];
  return groups
    .toReversed()
    .reduce((largest, group) => (group.length > largest.length ? group : largest), []);
}
