import type { User } from '@supabase/supabase-js';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { authTexts } from './auth-texts.ts';
import styles from './auth-page.module.css';

const texts = authTexts.accounts;
const maxNameLength = 80;

/** An account's display name or email. Names are free text, so callers show the email beside it. */
export function ownAccountName({ email, user_metadata }: User): string {
  const given: unknown = user_metadata['full_name'];
  const name = typeof given === 'string' ? given.trim() : '';
  return name.length > maxNameLength
    ? texts.shortened(name.slice(0, maxNameLength))
    : name || email || texts.unnamed;
}

interface Choice {
  label: string;
  busy?: boolean;
  onClick: () => void;
}

/** A choice between two accounts. It replaces the form, so the focus moves to its heading. */
export function AccountQuestion({
  title,
  children,
  first,
  second,
}: {
  title: ReactNode;
  children: ReactNode;
  first: Choice;
  second: Choice;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const textId = useId();

  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <div className="stack gap-16">
      <h1 aria-describedby={textId} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.accountFacts} id={textId}>
        {children}
      </div>
      {[first, second].map(({ label, busy = false, onClick }, index) => (
        <Button
          size="public"
          busy={busy}
          busyText={texts.busy}
          wide
          key={label}
          onClick={onClick}
          variant={index === 0 ? 'primary' : 'secondary'}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
