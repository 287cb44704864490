import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { confirmOwner } from './session/owner-token.ts';
import { signOutOnThisDevice } from './session/sign-out.ts';
import { AccountQuestion, accountName } from './account-question.tsx';

/** Asks whether the account that was already signed in should become the owner. */
export function OwnerQuestion({ user, onConfirmed }: { user: User; onConfirmed: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const title = (
    <>
      Make <bdi>{accountName(user)}</bdi> the owner?
    </>
  );
  return (
    <AccountQuestion
      first={{
        label: 'Make this account the owner',
        onClick: () => {
          confirmOwner(user.id);
          onConfirmed();
        },
      }}
      second={{
        label: 'Use another account',
        busy: leaving,
        onClick: () => {
          setLeaving(true);
          void signOutOnThisDevice();
        },
      }}
      title={title}
    >
      <p>
        This browser is signed in as <strong>{user.email ?? accountName(user)}</strong>.
      </p>
      <p>
        The owner sees every lead and decides who is on the team. If you don't know this account, use another
        one.
      </p>
    </AccountQuestion>
  );
}
