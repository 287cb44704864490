import type { ReactNode, Ref } from 'react';
import styles from './security.module.css';

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
    <div className={styles.block}>
      <div className={styles.head}>
        <h3 className="sans text-17 leading-14" id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h3>
        {state}
      </div>
      <p className="muted">{text}</p>
      {children}
    </div>
  );
}
