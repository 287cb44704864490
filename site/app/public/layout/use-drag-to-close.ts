import { useEffect, type RefObject } from 'react';

/** Dragged past this share of its height, the drawer closes (specification, section 9). */
const closeShare = 0.25;
/** A faster flick closes it too, in pixels per millisecond. */
const flickSpeed = 0.4;
/** Shorter moves are a tap. */
const slackPx = 4;

export function useDragToClose(drawer: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = drawer.current;
    if (!element) return undefined;
    let begun: { y: number; time: number } | undefined;
    let moved = 0;

    function begin(event: PointerEvent) {
      if (event.button !== 0 || !element?.open) return;
      begun = { y: event.clientY, time: event.timeStamp };
      moved = 0;
    }

    function move(event: PointerEvent) {
      if (!begun || !element) return;
      moved = Math.max(0, event.clientY - begun.y);
      if (moved < slackPx) return;
      if (!element.hasPointerCapture(event.pointerId)) element.setPointerCapture(event.pointerId);
      element.dataset['dragging'] = '';
      element.style.translate = `0 ${moved}px`;
    }

    function end(event: PointerEvent) {
      if (!begun || !element) return;
      const speed = moved / Math.max(1, event.timeStamp - begun.time);
      const closes =
        event.type === 'pointerup' &&
        (moved > element.offsetHeight * closeShare || (moved >= slackPx && speed > flickSpeed));
      begun = undefined;
      delete element.dataset['dragging'];
      element.style.removeProperty('translate');
      if (closes) element.close();
    }

    /** A drag that started on a link must not follow it. */
    function swallow(event: MouseEvent) {
      if (moved < slackPx) return;
      moved = 0;
      event.preventDefault();
      event.stopPropagation();
    }

    element.addEventListener('pointerdown', begin);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', end);
    element.addEventListener('pointercancel', end);
    element.addEventListener('click', swallow, true);
    return () => {
      element.removeEventListener('pointerdown', begin);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', end);
      element.removeEventListener('pointercancel', end);
      element.removeEventListener('click', swallow, true);
    };
  }, [drawer]);
}
