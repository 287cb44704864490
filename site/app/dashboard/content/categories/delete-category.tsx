import { useQuery } from '@tanstack/react-query';
import { DeleteRecord } from '../../screen/delete-record.tsx';
import { countServicesOf, deleteCategory } from './write-categories.ts';

function consequence(services: number | undefined): string {
  if (services === undefined) return 'Its services will become uncategorized.';
  if (services === 0) return 'No services use it.';
  return `${services === 1 ? '1 service' : `${services} services`} will become uncategorized.`;
}

/** Asks whether a category may go, and says what stands in it. */
export function DeleteCategory({
  category,
  onClose,
}: {
  category: { id: string; name: string };
  onClose: () => void;
}) {
  const { data: services } = useQuery({
    queryKey: ['services', 'of-category', category.id],
    queryFn: () => countServicesOf(category.id),
    staleTime: 0,
  });
  return (
    <DeleteRecord
      onClose={onClose}
      queryKeys={['categories', 'services']}
      remove={() => deleteCategory(category.id)}
      thing="category"
      title={category.name}
    >
      <li>{consequence(services)}</li>
    </DeleteRecord>
  );
}
