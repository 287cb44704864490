import { useEffect } from 'react';

/** Prefixes the title of the page, "(2) Messages"; 0 does not. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    if (count === 0) return undefined;
    const title = document.title;
    document.title = `(${count}) ${title}`;
    return () => {
      // unless the next screen has set its own by now
      if (document.title === `(${count}) ${title}`) document.title = title;
    };
  }, [count]);
}
