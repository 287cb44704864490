// A titled section of a dashboard screen.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from './screen.module.css';

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** the heading, by which the panel is named; without one, name it by `aria-label` */
  title?: ReactNode;
  /** space on all sides, less of it in a narrow window */
  padded?: boolean;
  /** what it holds is spaced evenly, as the fields of a form are */
  stacked?: boolean;
}

/** A part of a screen. */
export function Panel({ id, title, padded, stacked, className, children, ...rest }: PanelProps) {
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      {...rest}
      className={classNames(screenStyles.panel, stacked && 'stack', className)}
      data-padded={padded || undefined}
    >
      {title !== undefined && (
        <h2 className={screenStyles.panelTitle} id={id}>
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
