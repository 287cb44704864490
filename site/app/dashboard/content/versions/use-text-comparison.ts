import { useQuery } from '@tanstack/react-query';

/** The function that compares two texts, once it has been loaded. */
export function useTextComparison() {
  return useQuery({
    queryKey: ['compare-texts'],
    queryFn: async () => (await import('./diff-texts.ts')).diffTexts,
    staleTime: Infinity,
  });
}
