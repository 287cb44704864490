import { useIsOwner } from '../../auth/session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.tsx';
import { useFailedNotices, useRetryNotices } from './failed-notices-query.ts';

const form = 'failed-notices';
const list = new Intl.ListFormat('en-CA');

/** Warns owners that notification emails for new leads fail, and why. */
export function FailedNotices() {
  const isOwner = useIsOwner();
  const { data: failed = [] } = useFailedNotices(isOwner);
  const retry = useRetryNotices();
  const [latest] = failed;
  if (!latest) return null;

  function retryAll(): void {
    retry.mutate(undefined, {
      onSuccess() {
        // this element, which had the focus, is removed
        document.querySelector('h1')?.focus({ preventScroll: true });
        toast({ title: 'Resending notifications', variant: 'success', form });
      },
      onError: (error) =>
        toast({ title: 'Error', description: errorMessage(error), variant: 'destructive', form }),
    });
  }

  return (
    <aside aria-label="Undelivered notifications" className="list-failed">
      <Icon name="warning" />
      <p>
        New-lead emails didn't reach {list.format(failed.map(({ colleague }) => colleague))}. {latest.problem}
      </p>
      <Button
        busy={retry.isPending}
        busyText="Sending…"
        icon="sync"
        onClick={retryAll}
        size="dashboard"
        variant="secondary"
      >
        Send again
      </Button>
    </aside>
  );
}
