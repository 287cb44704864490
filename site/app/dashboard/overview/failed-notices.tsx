import { useIsOwner } from '../../auth/session/roles.ts';
import { useWrite } from '../../data/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { showError } from '../screen/show-error.ts';
import { failedNotices, retryNotices, useFailedNotices } from './failed-notices-query.ts';
import { overviewTexts } from './overview-texts.ts';
import screenStyles from '../screen/screen.module.css';

const t = overviewTexts.failedNotices;
const form = 'failed-notices';
const list = new Intl.ListFormat('en-CA');

/** Warns owners that emails about leads fail, and why. */
export function FailedNotices() {
  const isOwner = useIsOwner();
  const { data: failed = [] } = useFailedNotices(isOwner);
  const retry = useWrite(retryNotices, [failedNotices], { waits: true });
  const [latest] = failed;
  if (!latest) return null;

  function retryAll(): void {
    retry.mutate(undefined, {
      onSuccess() {
        // this element, which had the focus, is removed
        document.querySelector('h1')?.focus({ preventScroll: true });
        toastSuccess({ title: t.retried, form });
      },
      onError: (error) => showError(error, form),
    });
  }

  return (
    <aside aria-label={t.label} className={screenStyles.problem}>
      <Icon name="warning" />
      <p>{t.notice(list.format(failed.map(({ colleague }) => colleague)), latest.problem)}</p>
      <Button busy={retry.isPending} busyText={t.busy} icon="sync" onClick={retryAll} variant="secondary">
        {t.retry}
      </Button>
    </aside>
  );
}
