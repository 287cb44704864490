// The heading of a dashboard screen: h1, description, actions beside it.
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from './screen.module.css';

interface ScreenHeadingProps {
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  className?: string | undefined;
}

/** The title of a dashboard screen: its only h1, which gets the focus after a navigation. */
export function ScreenHeading({ title, text, aside, className }: ScreenHeadingProps) {
  return (
    <div className={classNames(screenStyles.heading, className)}>
      <h1 tabIndex={-1}>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {aside !== undefined && (
        <div className={screenStyles.headingAside} data-screen-aside>
          {aside}
        </div>
      )}
    </div>
  );
}
