// Questions about which account a link is for, with the claim of ownership.
import type { User, Session } from '@supabase/supabase-js';
import { useEffect, useId, useRef, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { authTexts } from './auth-texts.ts';
import {
  consumeOwnerToken,
  hasSignedUpHere,
  markFutureOwnerConfirmed,
  restoreOwnerToken,
} from './session/owner-token.ts';
import { signOutOnThisDevice } from './session/session-store.ts';
import { RichText } from '../texts/rich-text.tsx';
import { browserClient } from '../data/browser-client.ts';
import { errorMessage } from '../ui/error-message.ts';
import { toastError, toastSuccess } from '../ui/toast.tsx';

const texts = authTexts.accounts;
const maxNameLength = 80;

/** An account's display name or email. Names are free text, so callers show the email beside it. */
function ownAccountName({ email, user_metadata }: User): string {
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
function AccountQuestion({
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
    <div className="stack gap-24">
      <h1 aria-describedby={textId} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className="stack gap-12" id={textId}>
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

/** Asks whether the account that was already signed in should become the owner. */
export function ConfirmOwnerQuestion({ user, onConfirmed }: { user: User; onConfirmed: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const title = (
    <RichText tags={{ account: () => <bdi>{ownAccountName(user)}</bdi> }} text={texts.ownerTitle} />
  );
  return (
    <AccountQuestion
      first={{
        label: texts.makeOwner,
        onClick: () => {
          markFutureOwnerConfirmed(user.id);
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

/** Asks whether the link's account replaces the signed-in one. */
export function SwitchAccountQuestion({
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

let pending: Promise<void> | null = null;

async function consumeToken(userId: string): Promise<void> {
  // Another tab may have changed the account.
  const { data: now } = await browserClient().auth.getSession();
  if (now.session?.user.id !== userId) return;
  const token = consumeOwnerToken();
  if (!token) return;
  const { data, error, status } = await browserClient().rpc('claim_ownership', { token });
  if (!error && data !== false) {
    const { title, text } = authTexts.ownership;
    if (!hasSignedUpHere(now.session.user.email)) toastSuccess({ title, description: text });
    return;
  }
  // Status 0: no response, so the link is still valid.
  if (status === 0) restoreOwnerToken(token);
  const reason = error?.message ? errorMessage(error) : authTexts.ownership.expired;
  toastError({ title: authTexts.failure, description: reason });
}

/**
 * Consumes this tab's set-up token, if any, for this account and shows the result. Resolves after the response, so
 * that the dashboard opens with the new role. Concurrent calls share one request.
 */
export function claimOwnership(userId: string): Promise<void> {
  pending ??= consumeToken(userId).finally(() => {
    pending = null;
  });
  return pending;
}
