import { Component, type ReactNode } from 'react';

interface Anchor {
  element: Element;
  top: number;
}

function findList(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.inbox-list');
}

/**
 * What must not move, first the most important: what is typed in or reached by keys, what is under the pointer, what
 * else has the focus, what is being read.
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

/** A short page ends before it can be scrolled far enough: then it gets room at its end. */
function bringBack(anchor: Anchor): void {
  scrollBy({ top: distanceMoved(anchor), behavior: 'instant' });
  const missing = distanceMoved(anchor);
  const list = findList();
  if (missing <= 0 || !list) return;
  list.style.paddingBottom = `${Number.parseFloat(getComputedStyle(list).paddingBottom) + missing}px`;
  scrollBy({ top: missing, behavior: 'instant' });
}

/**
 * Around what may grow or shrink by itself while the inbox is open: after each such change the page is scrolled by as
 * much as the thing with the focus, or under the pointer, has moved. A class, because only a class is asked before
 * the document changes. A change of `view` (another filter) is the reader's own and moves what it moves.
 */
export class ScrollAnchor extends Component<{ view: string; children: ReactNode }> {
  override getSnapshotBeforeUpdate(before: { view: string }): Anchor[] {
    if (before.view === this.props.view) return findAnchors().filter(isInView);
    findList()?.style.removeProperty('padding-bottom');
    return [];
  }

  override componentDidUpdate(_props: unknown, _state: unknown, anchors: Anchor[]): void {
    const anchor = anchors.find(({ element }) => element.isConnected);
    if (anchor && distanceMoved(anchor) !== 0) bringBack(anchor);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
