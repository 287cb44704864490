// Query hooks that read all service categories and the services in them, sorted by name.
import { useMemo } from 'react';
import { browserClient } from '../../../data/browser-client.ts';
import { readAllRows } from '../../../data/data-or-throw.ts';
import { useQuery } from '@tanstack/react-query';
import { usePagedQuery } from '../../../data/read-newest.ts';
import { sortByName } from '../../../data/sort-by-name.ts';

/** Reads all of them, because they are sorted by name and one page would contain arbitrary ones. */
async function readCategories() {
  const categories = await readAllRows('the categories', (from, to) =>
    browserClient().from('categories').select('id, name').order('name').range(from, to),
  );
  return { items: sortByName(categories, ({ name }) => name), next: null };
}

/** The categories by name. */
export function useCategories() {
  return usePagedQuery(['categories', 'by-name'], readCategories);
}

/** The names of the categories by ID; empty until they are loaded. */
export function useCategoryNames(): ReadonlyMap<string, string> {
  const { data } = useCategories();
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data]);
}

type Service = Awaited<ReturnType<typeof readServices>>[number];

async function readServices() {
  const services = await readAllRows('the services', (from, to) =>
    browserClient()
      .from('services')
      .select('id, name, category_id, is_published')
      .order('id')
      .range(from, to),
  );
  return sortByName(services, ({ name }) => name);
}

const servicesQuery = { queryKey: ['services', 'by-name'], queryFn: readServices };

/** All services by name, drafts included. */
export function useServices() {
  return useQuery(servicesQuery);
}

function groupByCategory(services: Service[]): Map<string | null, Service[]> {
  return Map.groupBy(services, (service) => service.category_id);
}

/** The services of each category by name, drafts included. */
export function useServicesByCategory() {
  return useQuery({ ...servicesQuery, select: groupByCategory });
}
