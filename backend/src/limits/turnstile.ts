import { BackendError } from '../errors/backend-error.ts';

export interface TurnstileSettings {
  /** How many may be inside at once. */
  places: number;
  /** How many of them may share one key, so that nobody takes every place. */
  placesPerKey: number;
  /** How long somebody waits for a place. */
  patienceMs: number;
  /** How many of one key may wait. */
  mostWaiting: number;
}

/** Lets a bounded number in at a time; who finds no place waits, in order of arrival among those who may enter. */
export interface Turnstile {
  /**
   * Answers the function that gives the place back. Throws a BackendError 504 (database_busy) after waiting in vain,
   * or at once when too many of this key wait already; throws the signal's reason when the caller goes away.
   */
  enter(key: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  key: string;
  admit: () => void;
}

export function createTurnstile(settings: TurnstileSettings): Turnstile {
  const inside = new Map<string, number>();
  const waiting = new Map<string, number>();
  const queue = new Set<Waiting>();
  let taken = 0;

  function mayEnter(key: string): boolean {
    return taken < settings.places && (inside.get(key) ?? 0) < settings.placesPerKey;
  }

  function takePlace(key: string): () => void {
    taken += 1;
    add(inside, key, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken -= 1;
      add(inside, key, -1);
      for (const next of queue) {
        if (taken >= settings.places) break;
        if (mayEnter(next.key)) next.admit();
      }
    };
  }

  function wait(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    add(waiting, key, 1);
    return new Promise((resolve, reject) => {
      const waiter: Waiting = {
        key,
        admit() {
          stop();
          resolve(takePlace(key));
        },
      };
      const patience = setTimeout(() => {
        stop();
        reject(busy());
      }, settings.patienceMs);
      function abandon(): void {
        stop();
        reject(signal?.reason as Error);
      }
      function stop(): void {
        clearTimeout(patience);
        signal?.removeEventListener('abort', abandon);
        queue.delete(waiter);
        add(waiting, key, -1);
      }
      signal?.addEventListener('abort', abandon, { once: true });
      queue.add(waiter);
    });
  }

  return {
    async enter(key, signal) {
      signal?.throwIfAborted();
      if (mayEnter(key)) return takePlace(key);
      if ((waiting.get(key) ?? 0) >= settings.mostWaiting) throw busy();
      return wait(key, signal);
    },
  };
}

/** Keys nobody uses any more are forgotten. */
function add(counts: Map<string, number>, key: string, step: number): void {
  const count = (counts.get(key) ?? 0) + step;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

function busy(): BackendError {
  return new BackendError({
    status: 504,
    code: 'database_busy',
    message: 'Too many requests are under way at once. Try again in a moment.',
    headers: { 'Retry-After': '1' },
  });
}
