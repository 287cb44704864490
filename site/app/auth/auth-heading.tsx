import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/** The card's title. It takes the focus after a navigation inside the site, not after a page load. */
export function AuthHeading({ title, text }: { title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedBy = useNavigationType();

  useEffect(() => {
    if (arrivedBy === 'POP') return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [arrivedBy]);

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="muted">{text}</p>
    </>
  );
}
