// The security card, with the block of sessions.
import { RecoveryCodesBlock, useGenerateRecoveryCodes } from './codes-block.tsx';
import { useVerifiedFactors } from './factors.ts';
import { TwoStepBlock } from './two-step-block.tsx';
import { Panel } from '../../screen/panel.tsx';
import { securityTexts as t } from '../settings-texts.ts';
import styles from './security.module.css';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecurityBlock } from './security-block.tsx';
import { useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { browserClient } from '../../../data/browser-client.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { AgencyZoneTime } from '../../screen/shown-times.tsx';
import { ConfirmDialog } from '../../screen/confirm-dialog.tsx';
import { deviceNameOf } from '../../screen/device-name-of.ts';
import { QueryResult } from '../../screen/query-result.tsx';
import { showError } from '../../screen/show-error.ts';

export function SecurityCard() {
  const { data: factors = [] } = useVerifiedFactors();
  const making = useGenerateRecoveryCodes();
  return (
    <Panel className={styles.card} id="security" title={t.title}>
      <PasswordBlock />
      <TwoStepBlock onFirst={() => making.mutate()} />
      {factors.length > 0 && <RecoveryCodesBlock making={making} />}
      <SessionsBlock />
    </Panel>
  );
}

function PasswordBlock() {
  const [open, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function close(): void {
    setOpen(false);
    heading.current?.focus();
  }

  return (
    <SecurityBlock
      headingRef={heading}
      id="security-password"
      text={t.password.description}
      title={t.password.title}
    >
      {open ? (
        <PasswordForm asksCurrent onCancel={close} onChanged={close} />
      ) : (
        <div className="cluster">
          <Button onClick={() => setOpen(true)} variant="secondary">
            {t.password.open}
          </Button>
        </div>
      )}
    </SecurityBlock>
  );
}

/** The number of sessions shown at first. A button shows the others; a single further session is shown at once. */
const maxShown = 6;

const form = 'end-sessions';

/** The current session first. */
const listSessions = () => callDatabaseFunction('my_sessions');

async function endOthers(): Promise<void> {
  const { error } = await browserClient().auth.signOut({ scope: 'others' });
  if (error) throw error;
}

function SessionRow({ session }: { session: Awaited<ReturnType<typeof listSessions>>[number] }) {
  return (
    <li>
      <Icon name="monitor" />
      <div>
        <p className="font-semibold">{deviceNameOf(session.user_agent)}</p>
        <p className="small muted">
          <RichText
            tags={{ date: () => <AgencyZoneTime timestamp={session.used_at} withTime /> }}
            text={session.ip ? t.sessions.lastUsedAt(session.ip) : t.sessions.lastUsed}
          />
        </p>
      </div>
      {session.is_current && (
        <Badge shape="check" variant="ok">
          {t.sessions.current}
        </Badge>
      )}
    </li>
  );
}

function SessionsBlock() {
  const { user } = useSignedInSession();
  const query = useQuery({ queryKey: ['sessions', user.id], queryFn: listSessions });
  const sessions = query.data;
  const ending = useWriteMutation(endOthers, ['sessions'], {
    form,
    done: () => ({ title: t.success, description: t.sessions.ended }),
    onError: () => showError(t.sessions.notEnded, form),
  });
  const [asking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const all = sessions?.length ?? 0;
  const hidden = showsAll || all <= maxShown + 1 ? 0 : all - maxShown;
  const others = sessions?.filter(({ is_current }) => !is_current).length ?? 0;

  function showAll(): void {
    setShowsAll(true);
    // the button is removed, so the list's title gets the focus
    heading.current?.focus();
  }

  function end(): void {
    ending.mutate(undefined, {
      onSettled: () => {
        // close the question first, because no element behind it can have the focus
        flushSync(() => setAsking(false));
        heading.current?.focus();
      },
    });
  }

  return (
    <SecurityBlock
      headingRef={heading}
      id="security-sessions"
      text={t.sessions.description}
      title={t.sessions.title}
    >
      <QueryResult
        failedText={t.sessions.failed}
        hidesRefetchErrors
        loadingText={t.sessions.loading}
        query={query}
      >
        {(all) => (
          <ul className={styles.list}>
            {all.slice(0, all.length - hidden).map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryResult>
      {sessions && others === 0 && <p className="small muted">{t.sessions.noOthers}</p>}
      {others > 0 && (
        <div className="cluster">
          {hidden > 0 && (
            <Button onClick={showAll} variant="secondary">
              {t.sessions.showMore(hidden)}
            </Button>
          )}
          <Button icon="sign-out" onClick={() => setAsking(true)} variant="secondary">
            {t.sessions.end}
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          busy={ending.isPending}
          busyText={t.sessions.busy}
          id="end-sessions"
          no={t.sessions.keep}
          onClose={() => setAsking(false)}
          onYes={end}
          title={t.sessions.question}
          yes={t.sessions.submit}
        >
          <p>{t.sessions.consequence(others)}</p>
        </ConfirmDialog>
      )}
    </SecurityBlock>
  );
}
