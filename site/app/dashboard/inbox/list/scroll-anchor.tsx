import { Component, type ReactNode } from 'react';

interface Anchor {
  element: Element;
  top: number;
}

function findList(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-leads]');
}

/** Most important first: the focus of the keyboard, what is under the pointer, any other focus, the first card in view. */
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

/** A short page cannot be scrolled far enough: then its list is padded at the end. */
function restore(anchor: Anchor): void {
  scrollBy({ top: distanceMoved(anchor), behavior: 'instant' });
  const missing = distanceMoved(anchor);
  const list = findList();
  if (missing <= 0 || !list) return;
  list.style.paddingBottom = `${Number.parseFloat(getComputedStyle(list).paddingBottom) + missing}px`;
  scrollBy({ top: missing, behavior: 'instant' });
}

/**
 * Keeps what the user works at where it is on the screen while its children grow or shrink: scrolls by as much as that
 * has moved. A class, for getSnapshotBeforeUpdate. A change of `view` (another filter) may move everything.
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
