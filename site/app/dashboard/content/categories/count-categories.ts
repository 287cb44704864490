import { useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';

async function countCategories(): Promise<number> {
  const { count } = await browserClient()
    .from('categories')
    .select('id', { count: 'exact', head: true })
    .throwOnError();
  return count ?? 0;
}

export function useCategoryCount() {
  return useQuery({ queryKey: ['categories', 'count'], queryFn: countCategories });
}
