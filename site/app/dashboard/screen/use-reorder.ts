// A hook for a list that is reordered by buttons or by dragging.
import { useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { screenTexts } from './screen-texts.ts';

/**
 * An ordered list that can be rearranged by buttons and mouse. `list` is the element with the items; their buttons have
 * data-up, data-down.
 */
export function useReorder<Item>(
  items: readonly Item[],
  list: { current: HTMLElement | null },
  titleOf: (item: Item) => string,
  onOrder: (items: Item[]) => void,
) {
  const [announcement, setAnnouncement] = useState('');
  const [over, setOver] = useState<number>();
  const dragged = useRef<number>(undefined);
  /** selector of the button to focus once the new order is rendered */
  const pendingFocus = useRef<string>(undefined);

  useLayoutEffect(() => {
    if (pendingFocus.current === undefined) return;
    list.current?.querySelector<HTMLElement>(pendingFocus.current)?.focus();
    pendingFocus.current = undefined;
    // oxlint-disable-next-line react/exhaustive-deps -- it waits for the new items
  }, [items, list]);

  function reorder(from: number, to: number): void {
    const item = items[from];
    if (item === undefined || from === to || to < 0 || to >= items.length) return;
    onOrder(items.toSpliced(from, 1).toSpliced(to, 0, item));
    setAnnouncement(screenTexts.order(titleOf(item), to + 1, items.length));
  }

  /** Moves an item; the focus stays on its button, or moves to the other one at the end of the list. */
  function move(from: number, to: number): void {
    const isUp = to < from;
    const isEnd = to === 0 || to === items.length - 1;
    pendingFocus.current = `li:nth-child(${to + 1}) [data-${isUp === isEnd ? 'down' : 'up'}]`;
    reorder(from, to);
  }

  function end(): void {
    dragged.current = undefined;
    setOver(undefined);
  }

  return {
    /** for a polite live region, set after each move */
    announcement,
    move,
    /** properties that make an item draggable by mouse */
    dragProps: (at: number) => ({
      draggable: true,
      'data-over': over === at || undefined,
      onDragStart(event: DragEvent) {
        dragged.current = at;
        event.dataTransfer.effectAllowed = 'move';
      },
      onDragOver(event: DragEvent) {
        if (dragged.current === undefined) return;
        event.preventDefault();
        setOver(at);
      },
      onDragEnd: end,
      onDrop(event: DragEvent) {
        if (dragged.current === undefined) return;
        event.preventDefault();
        reorder(dragged.current, at);
        end();
      },
    }),
  };
}
