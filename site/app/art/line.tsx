import { classNames } from '../ui/class-names.ts';
import { drawWhenVisible } from './draw-when-visible.ts';

/**
 * A segment of the magenta line, placed between two rings by CSS anchor positioning and stretched from a 100 × 100
 * path. Decoration, hidden without anchors.
 */
export function Line({
  name,
  d,
  only,
  night = false,
}: {
  /** the positioning class: `line-{name}` */
  name: string;
  d: string;
  only?: 'wide' | 'narrow';
  night?: boolean;
}) {
  return (
    <div
      aria-hidden="true"
      className={classNames('line', `line-${name}`, only && `line-${only}`, night && 'line-night')}
      ref={drawWhenVisible}
    >
      <svg preserveAspectRatio="none" viewBox="0 0 100 100">
        <path d={d} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
