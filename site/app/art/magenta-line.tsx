// Component for a decorative magenta line segment that is drawn when it scrolls into view.
import { useAgency } from '../agency/use-agency.ts';
import { classNames } from '../ui/class-names.ts';

export interface MagentaLineProps {
  /** the class that positions it: `line-{name}` of line.css, or one of the page's own */
  name?: string;
  className?: string | undefined;
  d: string;
  only?: 'wide' | 'narrow';
  night?: boolean;
}

/**
 * A segment of the magenta line, placed between two rings by CSS anchor positioning and stretched from a 100 × 100
 * path. Decoration of the sample agency, hidden without anchors.
 */
export function MagentaLine({ name, className, d, only, night = false }: MagentaLineProps) {
  if (!useAgency().hasSampleMark) return null;
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'line',
        name && `line-${name}`,
        className,
        only && `line-${only}`,
        night && 'line-night',
      )}
      ref={drawWhenVisible}
    >
      <svg preserveAspectRatio="none" viewBox="0 0 100 100">
        <path d={d} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

/**
 * A ref for a segment of the line that draws it (once, 700 ms, in CSS) when it first scrolls into view. Not for
 * segments that are visible at once, nor with reduced motion.
 */
function drawWhenVisible(segment: HTMLElement | null): (() => void) | undefined {
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
