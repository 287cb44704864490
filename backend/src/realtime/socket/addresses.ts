import type { RealtimeLimits } from '../config.ts';
import { createBudget } from './budget.ts';
import type { Budget } from './budget.ts';

/** What the sockets of one address share. */
export interface AddressShare {
  budget: Budget;
  /** Takes room for so many bindings of changes, or answers false; a negative number gives it back. */
  takeBindings(count: number): boolean;
  leave(): void;
}

/** Counts sockets, in all and by address. */
export interface Addresses {
  /** Takes a place, or answers undefined when there is none. */
  enter(address: string): AddressShare | undefined;
}

export function createAddresses(limits: RealtimeLimits): Addresses {
  const known = new Map<string, { sockets: number; bindings: number; budget: Budget }>();
  let sockets = 0;

  return {
    enter(address) {
      const share = known.get(address) ?? {
        sockets: 0,
        bindings: 0,
        budget: createBudget(limits.addressMessagesPerSecond),
      };
      if (sockets >= limits.sockets || share.sockets >= limits.socketsPerAddress) return undefined;
      sockets += 1;
      share.sockets += 1;
      known.set(address, share);
      return {
        budget: share.budget,
        takeBindings(count) {
          if (share.bindings + count > limits.bindingsPerAddress) return false;
          share.bindings += count;
          return true;
        },
        leave() {
          sockets -= 1;
          share.sockets -= 1;
          if (share.sockets === 0) known.delete(address);
        },
      };
    },
  };
}
