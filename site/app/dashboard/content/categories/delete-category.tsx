import { useQuery } from '@tanstack/react-query';
import { DeleteRecord } from '../../screen/delete-record.tsx';
import { categoryTexts } from './category-texts.ts';
import { countServicesOf, deleteCategory } from './write-categories.ts';

const t = categoryTexts.deletion;

function consequence(services: number | undefined): string {
  if (services === undefined) return t.counting;
  return services === 0 ? t.unused : t.services(services);
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
      thing={t.thing}
      title={category.name}
    >
      <li>{consequence(services)}</li>
    </DeleteRecord>
  );
}
