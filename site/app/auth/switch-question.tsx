import type { Session } from '@supabase/supabase-js';
import { useState } from 'react';
import { AccountQuestion, nameOf } from './account-question.tsx';

/** Whether the account of a link replaces the one that is signed in. */
export function SwitchQuestion({
  current,
  linked,
  choose,
}: {
  current: Session;
  linked: Session;
  choose: (replace: boolean) => void;
}) {
  const [switching, setSwitching] = useState(false);
  return (
    <AccountQuestion
      first={{ label: 'Stay signed in', onClick: () => choose(false) }}
      second={{
        label: 'Switch accounts',
        busy: switching,
        onClick: () => {
          setSwitching(true);
          choose(true);
        },
      }}
      title={
        <>
          Switch to <bdi>{nameOf(linked.user)}</bdi>?
        </>
      }
    >
      <p>
        You're signed in as <strong>{current.user.email ?? nameOf(current.user)}</strong>.
      </p>
      <p>
        The link you opened signs you in as <strong>{linked.user.email ?? nameOf(linked.user)}</strong>{' '}
        instead. If you don't know that account, stay signed in.
      </p>
    </AccountQuestion>
  );
}
