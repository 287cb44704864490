/** What this user has open, for colleagues to see; presence is loaded once there is something to publish. */
export interface OwnActivity {
  /** what is open, such as the ID of a lead */
  place: string;
  /** what they do there, such as the name of a field */
  detail: string | null;
}

/** Presence is loaded after this time even if the user opens and types nothing. */
const startMs = 5_000;

/** After this time without input, the user no longer has the place open for colleagues, who would skip it. */
const idleMs = 3 * 60_000;

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const;

export type ActivityOfTab = ReturnType<typeof createOwnActivity>;

/** The activity of this tab in one part of the dashboard. */
export function createOwnActivity() {
  let current: OwnActivity | null = null;
  /** The place that was open when the tab was hidden or the user became idle. */
  let paused: string | null = null;
  let isStarted = false;
  let lastInputAt = 0;
  let idleEnds: ReturnType<typeof setTimeout> | undefined;
  let detailEnds: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  function publish(next: OwnActivity | null): void {
    if (current?.place === next?.place && current?.detail === next?.detail) return;
    current = next;
    for (const listener of listeners) listener();
  }

  function start(): void {
    if (isStarted) return;
    isStarted = true;
    noteInput();
    for (const type of inputs) window.addEventListener(type, noteInput, { capture: true, passive: true });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') pause();
      else noteInput();
    });
    for (const listener of listeners) listener();
  }

  function noteInput(): void {
    lastInputAt = Date.now();
    idleEnds ??= setTimeout(pauseIfIdle, idleMs);
    if (paused !== null && document.visibilityState === 'visible') report(paused);
  }

  /** One timer, because input is frequent: it starts again for what is left after the latest input. */
  function pauseIfIdle(): void {
    const leftMs = lastInputAt + idleMs - Date.now();
    idleEnds = leftMs > 0 ? setTimeout(pauseIfIdle, leftMs) : undefined;
    if (leftMs <= 0) pause();
  }

  function pause(): void {
    if (current === null) return;
    paused = current.place;
    clearTimeout(detailEnds);
    publish(null);
  }

  /** Called when a place is opened, or the user does something there; without `forMs` until the next call. */
  function report(place: string, detail: string | null = null, forMs?: number): void {
    paused = null;
    clearTimeout(detailEnds);
    if (forMs !== undefined) detailEnds = setTimeout(() => report(place), forMs);
    publish({ place, detail });
    start();
  }

  return {
    read: () => current,
    hasStarted: () => isStarted,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const timer = setTimeout(start, startMs);
      return () => {
        clearTimeout(timer);
        listeners.delete(listener);
      };
    },
    report,
    /** Called when a place is closed. */
    end(place: string): void {
      if (paused === place) paused = null;
      if (current?.place !== place) return;
      clearTimeout(detailEnds);
      publish(null);
    },
  };
}
