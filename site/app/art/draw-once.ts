/**
 * A ref for a stretch of the line: draws it when it first comes into view (once, 700 ms, in the style sheet).
 * What a visitor can already see stays as it was served, and nothing waits where less motion is asked for.
 */
export function drawOnce(stretch: HTMLElement | null): (() => void) | undefined {
  if (!stretch || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  if (stretch.getBoundingClientRect().top < innerHeight) return undefined;
  stretch.dataset['waiting'] = '';
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      delete stretch.dataset['waiting'];
      observer.disconnect();
    },
    // not at the very edge of the screen: it is to be seen being drawn
    { rootMargin: '0px 0px -20% 0px' },
  );
  observer.observe(stretch);
  return () => observer.disconnect();
}
