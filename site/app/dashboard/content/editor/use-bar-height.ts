import { useLayoutEffect, type RefObject } from 'react';

const name = '--editor-bar';

/** Tells the styles how high the bar is, which grows with what it says: what has the focus is scrolled clear of it. */
export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty(name, `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  }, [bar]);
}
