import type { User } from '@supabase/supabase-js';
import { useState } from 'react';
import { confirmOwner } from './session/owner-token.ts';
import { signOutOnThisDevice } from './session/sign-out.ts';
import { RichText } from '../texts/rich-text.tsx';
import { AccountQuestion, ownAccountName } from './account-question.tsx';
import { authTexts } from './auth-texts.ts';

const texts = authTexts.accounts;

/** Asks whether the account that was already signed in should become the owner. */
export function OwnerQuestion({ user, onConfirmed }: { user: User; onConfirmed: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const title = (
    <RichText tags={{ account: () => <bdi>{ownAccountName(user)}</bdi> }} text={texts.ownerTitle} />
  );
  return (
    <AccountQuestion
      first={{
        label: texts.makeOwner,
        onClick: () => {
          confirmOwner(user.id);
          onConfirmed();
        },
      }}
      second={{
        label: texts.otherAccount,
        busy: leaving,
        onClick: () => {
          setLeaving(true);
          void signOutOnThisDevice();
        },
      }}
      title={title}
    >
      <p>
        <RichText
          tags={{ account: () => <strong>{user.email ?? ownAccountName(user)}</strong> }}
          text={texts.currentOwner}
        />
      </p>
      <p>{texts.ownerPowers}</p>
    </AccountQuestion>
  );
}
