// Keeps the user's position in the list, by scroll position or by focus.
import {
  Component,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tabStore } from '../../../ui/browser-storage.ts';
import { randomId } from '../../../ui/random-id.ts';
import type { Lead } from '../read-leads-page.ts';

interface Anchor {
  element: Element;
  top: number;
}

function findList(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-leads]');
}

/**
 * Elements whose position is kept, by priority: keyboard focus, element under the pointer, other focus, first visible
 * card.
 */
function findAnchors(): Anchor[] {
  const list = findList();
  if (!list) return [];
  const focused = list.querySelectorAll(':focus');
  const hovered = [...list.querySelectorAll(':hover')].toReversed();
  const scrolledInto = list.getBoundingClientRect().top < 0;
  const read = [...list.children].filter((card) => scrolledInto && card.getBoundingClientRect().bottom > 0);
  const elements = [...list.querySelectorAll(':focus-visible'), ...hovered, ...focused, ...read.slice(0, 1)];
  return elements.map((element) => ({ element, top: element.getBoundingClientRect().top }));
}

function isInView({ top }: Anchor): boolean {
  return top > -innerHeight && top < innerHeight;
}

function distanceMoved({ element, top }: Anchor): number {
  return Math.round(element.getBoundingClientRect().top - top);
}

/**
 * Scrolls so that the anchor is where it was. A page that is too short for this gets padding at the end of its list.
 */
function restore(anchor: Anchor): void {
  scrollBy({ top: distanceMoved(anchor), behavior: 'instant' });
  const missing = distanceMoved(anchor);
  const list = findList();
  if (missing <= 0 || !list) return;
  list.style.paddingBottom = `${Number.parseFloat(getComputedStyle(list).paddingBottom) + missing}px`;
  scrollBy({ top: missing, behavior: 'instant' });
}

/**
 * Keeps the element that the user works with at its place on the screen while its children grow or shrink, by scrolling
 * by the same distance. A class, because it needs getSnapshotBeforeUpdate. After a change of `view` (another filter)
 * everything may move.
 */
export class ScrollAnchor extends Component<{ view: string; children: ReactNode }> {
  override getSnapshotBeforeUpdate(before: { view: string }): Anchor[] {
    if (before.view === this.props.view) return findAnchors().filter(isInView);
    findList()?.style.removeProperty('padding-bottom');
    return [];
  }

  override componentDidUpdate(_props: unknown, _state: unknown, anchors: Anchor[]): void {
    const anchor = anchors.find(({ element }) => element.isConnected);
    if (anchor && distanceMoved(anchor) !== 0) restore(anchor);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

/**
 * Identifies an entry of the browser's history, even after a reload. The first of every document has the key "default".
 */
function visitOf(key: string): string {
  if (key !== 'default') return key;
  const state = history.state as { visit?: string } | null;
  const visit = state?.visit ?? randomId();
  if (state?.visit !== visit) history.replaceState({ ...state, visit }, '');
  return visit;
}

function storageKey(visit: string): string {
  return `inbox-place:${visit}`;
}

/** Pixels from the top; null for a visit without a stored position. */
function readScrollTop(visit: string): number | null {
  const saved = tabStore.get(storageKey(visit));
  return saved === null ? null : Number(saved);
}

/**
 * Restores the scroll position after the browser's back button or a reload. The router restores it at once, when the
 * page may still be too short; this waits until the list is loaded, and does nothing after a scroll or with a hash.
 */
export function useScrollRestoration(isLoaded: boolean): void {
  const { key, hash } = useLocation();
  const isReturning = useNavigationType() === 'POP' && hash === '';
  const [scrollTop] = useState(() => (isReturning ? readScrollTop(visitOf(key)) : null));
  const initialScrollTop = useRef<number>(undefined);
  const isDone = useRef(false);

  useLayoutEffect(() => {
    const visit = visitOf(key);
    function save(): void {
      tabStore.set(storageKey(visit), String(Math.round(scrollY)));
    }
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [key]);

  useEffect(() => {
    initialScrollTop.current ??= scrollY;
    if (!isLoaded || isDone.current) return;
    isDone.current = true;
    if (scrollTop !== null && scrollY === initialScrollTop.current) {
      window.scrollTo({ top: scrollTop, behavior: 'instant' });
    }
  }, [isLoaded, scrollTop]);
}

/** The id of the title of a lead's card. */
export function leadTitleId(leadId: string): string {
  return `lead-${leadId}`;
}

type FindLead = (leads: readonly Lead[]) => Lead | undefined;

interface PendingFocus {
  find: FindLead;
  focusedBefore: Element | null;
  hasFetchBegun: boolean;
}

/**
 * Returns a function that focuses a lead once its card is shown; its argument finds the lead in the list. It gives up
 * when a fetch has ended without that lead, and does nothing if the user has moved the focus before.
 */
export function useFocusLead(leads: readonly Lead[], isFetching: boolean): (find: FindLead) => void {
  const pending = useRef<PendingFocus>(undefined);
  useEffect(() => {
    if (!pending.current) return;
    const { find, focusedBefore, hasFetchBegun } = pending.current;
    const lead = find(leads);
    if (!lead && (isFetching || !hasFetchBegun)) {
      pending.current.hasFetchBegun ||= isFetching;
      return;
    }
    pending.current = undefined;
    const hasMovedOn = ![focusedBefore, document.body].includes(document.activeElement);
    if (lead && !hasMovedOn) document.querySelector<HTMLElement>(`#${leadTitleId(lead.id)}`)?.focus();
  }, [leads, isFetching]);
  return (find) => {
    pending.current = { find, focusedBefore: document.activeElement, hasFetchBegun: false };
  };
}

/** The hash of an inbox address that focuses the reply box of one lead. */
export function replyFieldUrlHash(leadId: string): string {
  return `#reply-${leadId}`;
}

/** Focuses the reply box when its card appears. */
export function useFocusReplyFieldFromUrl(
  field: RefObject<HTMLTextAreaElement | null>,
  leadId: string,
): void {
  useEffect(() => {
    if (location.hash === replyFieldUrlHash(leadId)) field.current?.focus();
  }, [field, leadId]);
}
