import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** of the heading, by which the panel is named */
  id: string;
  title: ReactNode;
  /** room on all sides, less of it in a narrow window */
  padded?: boolean;
}

/** A titled part of a screen. */
export function Panel({ id, title, padded, className, children, ...rest }: PanelProps) {
  return (
    <section
      {...rest}
      aria-labelledby={id}
      className={classNames('panel', className)}
      data-padded={padded || undefined}
    >
      <h2 className="panel-title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
