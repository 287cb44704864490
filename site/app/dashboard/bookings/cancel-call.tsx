import { useAgency } from '../../agency/use-agency.ts';
import { formatCall } from '../../booking/call-times.ts';
import { useWrite } from '../../data/use-write.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { ConfirmDialog } from '../screen/confirm-dialog.tsx';
import { showError } from '../screen/show-error.ts';
import { bookingsKey, cancelBooking, type Call } from './bookings-queries.ts';
import { bookingsTexts } from './bookings-texts.ts';

const t = bookingsTexts.cancel;

export function CancelCall({ call, onClose }: { call: Call; onClose: () => void }) {
  const { timeZone } = useAgency();
  const cancel = useWrite(cancelBooking, [bookingsKey, 'leads'], {
    onSuccess() {
      onClose();
      toastSuccess({ title: t.done });
    },
    onError(error) {
      onClose();
      showError(error);
    },
  });
  return (
    <ConfirmDialog
      busy={cancel.isPending}
      busyText={t.busy}
      id={`cancel-${call.id}`}
      no={t.no}
      onClose={onClose}
      onYes={() => cancel.mutate(call.id)}
      title={t.title(call.lead.name)}
      yes={t.yes}
    >
      <p>
        {(call.lead.email === null ? t.noEmail : t.text)(
          call.lead.name,
          formatCall(call.starts_at, timeZone),
        )}
      </p>
    </ConfirmDialog>
  );
}
