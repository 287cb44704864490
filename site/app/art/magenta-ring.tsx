// Component that draws a magenta ring around a logo, a number or a fact.
import type { ReactNode } from 'react';
import { useAgency } from '../agency/use-agency.ts';
import { classNames } from '../ui/class-names.ts';

interface MagentaRingProps {
  /** sm 3 rem, md 4 rem, lg 6.5 rem */
  size?: 'sm' | 'md' | 'lg';
  className?: string | undefined;
  children?: ReactNode;
}

/** The ring around a logo, a numeral or a fact; never a bullet. An empty one is a part of the sample agency's mark. */
export function MagentaRing({ size = 'md', className, children }: MagentaRingProps) {
  const { hasSampleMark } = useAgency();
  if (children === undefined && !hasSampleMark) return null;
  return (
    <span className={classNames('ring-frame', className)} data-size={size}>
      {children}
    </span>
  );
}
