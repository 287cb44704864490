import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

/** Shown for a list that could not be read, instead of the empty text; offers a retry. */
export function ListFailed({
  text = "We couldn't load this list.",
  busy,
  onRetry,
}: {
  text?: string | undefined;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <div className="list-failed" role="alert">
      <Icon name="warning" />
      <p>{text}</p>
      <Button busy={busy} busyText="Trying again…" onClick={onRetry} size="dashboard" variant="secondary">
        Retry
      </Button>
    </div>
  );
}
