import type { Session } from '@supabase/supabase-js';
import { useState } from 'react';
import { RichText } from '../texts/rich-text.tsx';
import { AccountQuestion, ownAccountName } from './account-question.tsx';
import { authTexts } from './auth-texts.ts';

const texts = authTexts.accounts;

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
      first={{ label: texts.stay, onClick: () => choose(false) }}
      second={{
        label: texts.switch,
        busy: switching,
        onClick: () => {
          setSwitching(true);
          choose(true);
        },
      }}
      title={
        <RichText
          tags={{ account: () => <bdi>{ownAccountName(linked.user)}</bdi> }}
          text={texts.switchTitle}
        />
      }
    >
      <p>
        <RichText
          tags={{ account: () => <strong>{current.user.email ?? ownAccountName(current.user)}</strong> }}
          text={texts.current}
        />
      </p>
      <p>
        <RichText
          tags={{ account: () => <strong>{linked.user.email ?? ownAccountName(linked.user)}</strong> }}
          text={texts.linked}
        />
      </p>
    </AccountQuestion>
  );
}
