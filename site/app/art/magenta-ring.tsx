// Component that draws a magenta ring around a logo, a number or a fact.
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** The magenta ring around a logo, a numeral or a fact; never a bullet. */
export function MagentaRing({
  size = 'md',
  className,
  children,
}: {
  /** sm 3 rem, md 4 rem, lg 6.5 rem */
  size?: 'sm' | 'md' | 'lg';
  className?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <span className={classNames('ring-frame', className)} data-size={size}>
      {children}
    </span>
  );
}
