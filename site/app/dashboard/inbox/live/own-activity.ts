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

let current: OwnInboxActivity | null = null;
let isStarted = false;
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
  for (const listener of listeners) listener();
}

/** Called when a thread is opened, or its reply box gets the focus. */
export function reportViewing(lead: string): void {
  clearTimeout(typingEnds);
  publish({ lead, isTyping: false });
  start();
}

export function reportTyping(lead: string): void {
  clearTimeout(typingEnds);
  typingEnds = setTimeout(() => reportViewing(lead), typingMs);
  publish({ lead, isTyping: true });
  start();
}

export function reportViewingEnded(lead: string): void {
  if (current?.lead !== lead) return;
  clearTimeout(typingEnds);
  publish(null);
}
