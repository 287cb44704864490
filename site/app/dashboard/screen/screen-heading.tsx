import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** The title of a dashboard screen: its one h1, where the focus lands after a navigation. */
export function ScreenHeading({
  title,
  text,
  aside,
  className,
}: {
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={classNames('screen-heading', className)}>
      <h1 tabIndex={-1}>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {aside !== undefined && <div className="screen-heading-aside">{aside}</div>}
    </div>
  );
}
