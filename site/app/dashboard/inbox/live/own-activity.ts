/**
 * The activity of this tab in the inbox, for colleagues to see; presence is loaded once there is something to publish.
 */
export interface OwnInboxActivity {
  lead: string;
  isTyping: boolean;
}

/** After this time without a key press, the user is no longer shown as typing. */
const typingMs = 4_000;
/** Presence is loaded after this time even if the user opens and types nothing. */
const startMs = 5_000;

/** After this time without input, the user no longer has the lead open for colleagues, who would skip it. */
const idleMs = 3 * 60_000;

let current: OwnInboxActivity | null = null;
/** The lead that was open when the tab was hidden or the user became idle. */
let paused: string | null = null;
let isStarted = false;
let lastInputAt = 0;
let idleEnds: ReturnType<typeof setTimeout> | undefined;
let typingEnds: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function publish(next: OwnInboxActivity | null): void {
  if (current?.lead === next?.lead && current?.isTyping === next?.isTyping) return;
  current = next;
  for (const listener of listeners) listener();
}

export function readOwnActivity(): OwnInboxActivity | null {
  return current;
}

export function hasPresenceStarted(): boolean {
  return isStarted;
}

export function subscribeToOwnActivity(listener: () => void): () => void {
  listeners.add(listener);
  const timer = setTimeout(start, startMs);
  return () => {
    clearTimeout(timer);
    listeners.delete(listener);
  };
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  watchPresenceOfUser();
  for (const listener of listeners) listener();
}

const inputs = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const;

function watchPresenceOfUser(): void {
  noteInput();
  for (const type of inputs) window.addEventListener(type, noteInput, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') pause();
    else noteInput();
  });
}

function noteInput(): void {
  lastInputAt = Date.now();
  idleEnds ??= setTimeout(pauseIfIdle, idleMs);
  if (paused !== null && document.visibilityState === 'visible') reportViewing(paused);
}

/** One timer, because input is frequent: it starts again for what is left after the latest input. */
function pauseIfIdle(): void {
  const leftMs = lastInputAt + idleMs - Date.now();
  idleEnds = leftMs > 0 ? setTimeout(pauseIfIdle, leftMs) : undefined;
  if (leftMs <= 0) pause();
}

function pause(): void {
  if (current === null) return;
  paused = current.lead;
  clearTimeout(typingEnds);
  publish(null);
}

/** Called when a thread is opened, or its reply box gets the focus. */
export function reportViewing(lead: string): void {
  paused = null;
  clearTimeout(typingEnds);
  publish({ lead, isTyping: false });
  start();
}

export function reportTyping(lead: string): void {
  paused = null;
  clearTimeout(typingEnds);
  typingEnds = setTimeout(() => reportViewing(lead), typingMs);
  publish({ lead, isTyping: true });
  start();
}

export function reportViewingEnded(lead: string): void {
  if (paused === lead) paused = null;
  if (current?.lead !== lead) return;
  clearTimeout(typingEnds);
  publish(null);
}
