import type { Session } from '@supabase/supabase-js';
import { useState } from 'react';
import { AccountQuestion, accountName } from './account-question.tsx';

/** Asks whether the link's account replaces the signed-in one. */
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
          Switch to <bdi>{accountName(linked.user)}</bdi>?
        </>
      }
    >
      <p>
        You're signed in as <strong>{current.user.email ?? accountName(current.user)}</strong>.
      </p>
      <p>
        The link you opened signs you in as <strong>{linked.user.email ?? accountName(linked.user)}</strong>{' '}
        instead. If you don't know that account, stay signed in.
      </p>
    </AccountQuestion>
  );
}
