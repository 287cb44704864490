// A titled section of a dashboard screen.
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from './screen.module.css';

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** the heading, which also names the panel; without one, name it with `aria-label` */
  title?: ReactNode;
  /** space on all sides, less in a narrow window */
  padded?: boolean;
  /** spaces the content evenly, like the fields of a form */
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
