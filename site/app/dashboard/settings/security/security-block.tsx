import type { ReactNode, Ref } from 'react';

/** A part of the security card: title, state, a sentence, actions. */
export function SecurityBlock({
  id,
  title,
  state,
  text,
  headingRef,
  children,
}: {
  id: string;
  title: string;
  /** a badge */
  state?: ReactNode;
  text: ReactNode;
  /** takes the focus after an action */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <div className="security-block">
      <div className="security-head">
        <h3 id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h3>
        {state}
      </div>
      <p className="text-muted">{text}</p>
      {children}
    </div>
  );
}
