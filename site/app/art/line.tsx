import { classNames } from '../ui/class-names.ts';
import { drawWhenVisible } from './draw-when-visible.ts';

/**
 * A segment of the magenta line, placed between two rings by CSS anchor positioning and stretched from a 100 × 100
 * path. Decoration, hidden without anchors.
 */
export function Line({
  name,
  className,
  d,
  only,
  night = false,
}: {
  /** the class that places it: `line-{name}` of line.css, or one of the page's own */
  name?: string;
  className?: string | undefined;
  d: string;
  only?: 'wide' | 'narrow';
  night?: boolean;
}) {
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
