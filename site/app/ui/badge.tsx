// Badge component for a status, with a variant, an optional shape.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeVariant = 'default' | 'secondary' | 'outline' | 'land' | 'ok';
/** A shape beside the text, so that a status is not shown only by colour. */
export type BadgeShape = 'square' | 'circle' | 'dot' | 'ring' | 'struck' | 'check';

const shapes: Record<BadgeShape, ReactNode> = {
  square: <rect fill="currentColor" height="10" rx="2" width="10" x="1" y="1" />,
  circle: <circle cx="6" cy="6" fill="none" r="4" strokeWidth="2" />,
  dot: <circle cx="6" cy="6" fill="currentColor" r="5" />,
  ring: <rect fill="none" height="8" rx="2.5" strokeWidth="2" width="8" x="2" y="2" />,
  struck: <path d="M6 2a4 4 0 1 0 .01 0zM1.5 10.5l9-9" fill="none" strokeWidth="2" />,
  check: <path d="M1.5 6.5l3 3 6-7" fill="none" strokeWidth="2" />,
};

interface BadgeProps {
  variant?: BadgeVariant;
  shape?: BadgeShape | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** `data-variant` has the style's name (specification, section 4). */
export function Badge({ variant = 'secondary', shape, className, children }: BadgeProps) {
  return (
    <span className={classNames('badge', className)} data-variant={variant}>
      {shape && (
        <svg aria-hidden="true" height="12" stroke="currentColor" viewBox="0 0 12 12" width="12">
          {shapes[shape]}
        </svg>
      )}
      <span>{children}</span>
    </span>
  );
}
