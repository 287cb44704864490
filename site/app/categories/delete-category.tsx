import { useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../ui/screen/confirm-dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { countServicesOf, useDeleteCategory } from './write-categories.ts';

function consequence(services: number | undefined): string {
  if (services === undefined) return 'Services in it stay, without a category.';
  if (services === 0) return 'No service is in it.';
  return `${services === 1 ? '1 service is' : `${services} services are`} in it and will stay, without a category.`;
}

/** Asks whether a category may go, and says what stands in it. */
export function DeleteCategory({
  category,
  onClose,
}: {
  category: { id: string; name: string };
  onClose: () => void;
}) {
  const remove = useDeleteCategory();
  const { data: services } = useQuery({
    queryKey: ['services', 'of-category', category.id],
    queryFn: () => countServicesOf(category.id),
    staleTime: 0,
  });
  return (
    <ConfirmDialog
      busy={remove.isPending}
      busyText="Deleting..."
      id="delete-category"
      onClose={onClose}
      onYes={() =>
        remove.mutate(category.id, {
          onSuccess() {
            // the row that had the focus goes: the heading takes it, as soon as the dialog lets go of it
            flushSync(onClose);
            document.querySelector('h1')?.focus();
            toast({ title: 'Deleted', description: `${category.name} is gone.`, variant: 'success' });
          },
          onError: (error) => toast({ title: 'Error', description: error.message, variant: 'destructive' }),
        })
      }
      title={`Delete ${category.name}?`}
      yes="Delete category"
    >
      <p>{consequence(services)}</p>
    </ConfirmDialog>
  );
}
