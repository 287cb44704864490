import type { ReactNode, Ref } from 'react';

/** One matter of the security card: its title and state, a sentence, and what can be done. */
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
  /** a badge that says how things stand */
  state?: ReactNode;
  text: ReactNode;
  /** where the focus goes once something here is done */
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
