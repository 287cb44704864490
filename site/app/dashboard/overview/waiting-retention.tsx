import { useState } from 'react';
import { useWrite } from '../../data/use-write.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { dueTexts } from '../privacy/due-texts.ts';
import { privacyKey } from '../privacy/read-registers.ts';
import { setRetention, useWaitingRetention } from '../privacy/read-retention.ts';
import { ConfirmDialog } from '../screen/confirm-dialog.tsx';
import { showError } from '../screen/show-error.ts';
import screenStyles from '../screen/screen.module.css';

const t = dueTexts.retention;
const form = 'waiting-retention';

/** For owners, after an upgrade: nothing old is erased before one of them agrees. */
export function WaitingRetention() {
  const { data: waiting } = useWaitingRetention();
  const [asks, setAsks] = useState(false);
  const decision = useWrite(setRetention, [privacyKey], {
    onSuccess() {
      setAsks(false);
      toastSuccess({ title: t.agreed, description: t.agreedText, form });
      // the notice goes, with the button that was pressed
      document.querySelector<HTMLElement>('main')?.focus();
    },
    onError(error) {
      setAsks(false);
      showError(error, form);
    },
  });
  const total = waiting ? waiting.leads + waiting.clients : 0;
  if (!waiting || total === 0) return null;
  const { months } = waiting;
  const people = t.people(total);
  return (
    <aside aria-label={t.title} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{t.due(people, months)}</p>
      <Button onClick={() => setAsks(true)} variant="secondary">
        {t.agree(months)}
      </Button>
      <ButtonLink to="/dashboard/privacy#retention" variant="secondary">
        {t.choose}
      </ButtonLink>
      {asks && (
        <ConfirmDialog
          busy={decision.isPending}
          busyText={t.busy}
          id="erase-old-messages"
          onClose={() => setAsks(false)}
          onYes={() => decision.mutate(months)}
          title={t.question}
          yes={t.agree(months)}
        >
          <p>{t.consequence(people, months)}</p>
        </ConfirmDialog>
      )}
    </aside>
  );
}
