import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../ui/screen/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { useDeleteService } from './editor/save-service.ts';
import type { ListedService } from './list-all-services.ts';

/** Asks whether a service may go, and says what hangs on it. */
export function DeleteService({ service, onClose }: { service: ListedService; onClose: () => void }) {
  const remove = useDeleteService();
  return (
    <ConfirmDialog
      busy={remove.isPending}
      busyText="Deleting..."
      id="delete-service"
      onClose={onClose}
      onYes={() =>
        remove.mutate(service.id, {
          onSuccess() {
            // the row that had the focus goes: the heading takes it, as soon as the dialog lets go of it
            flushSync(onClose);
            document.querySelector('h1')?.focus();
            toast({ title: 'Deleted', description: `${service.name} is gone.`, variant: 'success' });
          },
          onError: (error) => toast({ title: 'Error', description: error.message, variant: 'destructive' }),
        })
      }
      title={`Delete ${service.name}?`}
      yes="Delete service"
    >
      <p>
        {service.is_published
          ? `Its page /services/${service.slug} goes at once; whoever follows an old link is told that it is gone.`
          : 'It is a draft: visitors do not see it.'}{' '}
        Its media go with it. Messages about it stay and keep its name.
      </p>
    </ConfirmDialog>
  );
}
