/**
 * A ref for a segment of the line that draws it (once, 700 ms, in CSS) when it first scrolls into view. Not for
 * segments that are visible at once, nor with reduced motion.
 */
export function drawWhenVisible(segment: HTMLElement | null): (() => void) | undefined {
  if (!segment || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
  if (segment.getBoundingClientRect().top < innerHeight) return undefined;
  segment.dataset['waiting'] = '';
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      delete segment.dataset['waiting'];
      observer.disconnect();
    },
    // a little inside the viewport, so that the drawing is seen
    { rootMargin: '0px 0px -20% 0px' },
  );
  observer.observe(segment);
  return () => observer.disconnect();
}
