import { classNames } from '../ui/class-names.ts';
import { drawOnce } from './draw-once.ts';

/**
 * One stretch of the magenta line. Its box is hung between two rings by the style sheet (CSS anchors), the path
 * is drawn in a 100 × 100 field that stretches with the box. Decoration: without anchors it is not shown.
 */
export function Line({
  name,
  d,
  only,
  night = false,
}: {
  /** the class that hangs the box: `line-{name}` */
  name: string;
  d: string;
  only?: 'wide' | 'narrow';
  night?: boolean;
}) {
  return (
    <div
      aria-hidden="true"
      className={classNames('line', `line-${name}`, only && `line-${only}`, night && 'line-night')}
      ref={drawOnce}
    >
      <svg preserveAspectRatio="none" viewBox="0 0 100 100">
        <path d={d} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
