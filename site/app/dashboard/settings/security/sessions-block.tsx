import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LocalDate } from '../../screen/local-date.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deviceName } from './device-name.ts';
import { useEndOtherSessions, useOwnSessions, type OwnSession } from './own-sessions.ts';
import { SecurityBlock } from './security-block.tsx';
import styles from './security.module.css';

/** The most recent; the rest on demand, unless it is only one. */
const maxShown = 6;

const form = 'end-sessions';

function SessionRow({ session }: { session: OwnSession }) {
  return (
    <li>
      <Icon name="monitor" />
      <div>
        <p className={styles.name}>{deviceName(session.user_agent)}</p>
        <p className="small muted">
          {session.ip && <>Address {session.ip}, last used </>}
          {!session.ip && 'Last used '}
          <LocalDate timestamp={session.used_at} withTime />
        </p>
      </div>
      {session.is_current && (
        <Badge shape="check" variant="ok">
          This device
        </Badge>
      )}
    </li>
  );
}

export function SessionsBlock() {
  const { data: sessions, isError, isFetching, refetch } = useOwnSessions();
  const ending = useEndOtherSessions();
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const all = sessions?.length ?? 0;
  const hidden = showsAll || all <= maxShown + 1 ? 0 : all - maxShown;
  const others = sessions?.filter(({ is_current }) => !is_current).length ?? 0;

  function showAll(): void {
    setShowsAll(true);
    // the button is removed: focus the list's title
    heading.current?.focus();
  }

  function end(): void {
    ending.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'Success',
          description: "You're signed out everywhere else.",
          variant: 'success',
          form,
        }),
      onError: () =>
        toast({
          title: 'Error',
          description: "We couldn't sign you out on your other devices. Please try again.",
          variant: 'destructive',
          form,
        }),
      onSettled: () => {
        // close the question first: nothing behind it can have the focus
        flushSync(() => setAsking(false));
        heading.current?.focus();
      },
    });
  }

  return (
    <SecurityBlock
      headingRef={heading}
      id="security-sessions"
      text="See one you don't recognize? Sign it out and change your password."
      title="Your devices"
    >
      {!sessions && !isError && <Spinner label="Loading your devices…" />}
      {!sessions && isError && (
        <ListFailed busy={isFetching} onRetry={() => void refetch()} text="We couldn't load your devices." />
      )}
      {sessions && (
        <ul className={styles.list}>
          {sessions.slice(0, sessions.length - hidden).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions && others === 0 && <p className="small muted">No other devices.</p>}
      {others > 0 && (
        <div className={styles.buttons}>
          {hidden > 0 && (
            <Button onClick={showAll} size="dashboard" variant="secondary">
              Show {hidden} more
            </Button>
          )}
          <Button icon="sign-out" onClick={() => setAsking(true)} size="dashboard" variant="secondary">
            Sign out everywhere else
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          busy={ending.isPending}
          busyText="Signing out…"
          id="end-sessions"
          no="Stay signed in"
          onClose={() => setAsking(false)}
          onYes={end}
          title="Sign out everywhere else?"
          yes="Sign out"
        >
          <p>
            {others === 1
              ? "You'll be signed out on the other device."
              : `You'll be signed out on ${others} other devices.`}{' '}
            Unsaved work there is lost; you stay signed in here.
          </p>
        </ConfirmDialog>
      )}
    </SecurityBlock>
  );
}
