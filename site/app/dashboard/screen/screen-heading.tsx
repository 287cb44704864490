import type { ReactNode } from 'react';

/** The title of a dashboard screen: its one h1, where the focus lands after a navigation. */
export function ScreenHeading({
  title,
  text,
  aside,
}: {
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
}) {
  return (
    <div className="screen-heading">
      <h1 tabIndex={-1}>{title}</h1>
      {text !== undefined && <p>{text}</p>}
      {aside !== undefined && <div className="screen-heading-aside">{aside}</div>}
    </div>
  );
}
