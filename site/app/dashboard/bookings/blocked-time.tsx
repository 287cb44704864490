import { useAgency } from '../../agency/use-agency.ts';
import { useWrite } from '../../data/use-write.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { showError } from '../screen/show-error.ts';
import { formatZonedTime } from '../screen/zoned-time.ts';
import { bookingsKey, removeBlock, type Block } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';

const t = bookingsTexts.block;

/** A time that nobody can book; one of several days stands under each of them. */
export function BlockedTime({ block }: { block: Block }) {
  const { timeZone } = useAgency();
  const remove = useWrite(removeBlock, [bookingsKey], {
    onSuccess: () => toastSuccess({ title: t.removed }),
    onError: (error) => showError(error),
  });
  const time = bookingsTexts.call.time(
    formatZonedTime(block.starts_at, timeZone),
    formatZonedTime(block.ends_at, timeZone),
  );
  return (
    <div className="surface stack gap-8 p-16-20">
      <p className="cluster">
        <b>{time}</b>
        <Badge shape="struck">{t.blocked}</Badge>
      </p>
      {block.reason && <p className="pre-wrap">{block.reason}</p>}
      <div className="cluster">
        <Button
          busy={remove.isPending}
          busyText={t.busy}
          onClick={() => remove.mutate(block.id)}
          variant="secondary"
        >
          {t.remove}
          <span className="sr-only">{t.which(time)}</span>
        </Button>
      </div>
    </div>
  );
}
