// Saves once more after a save: what was typed meanwhile, or what was merged.
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Returns a function that requests a further save. `save` is called with its argument once no save is running, after
 * the form has rendered the outcome of the last one. Requests in between count as one.
 */
export function useSaveOnceMore<Input>(isSaving: boolean, save: (input: Input) => void) {
  const requested = useRef<{ input: Input }>(undefined);
  const saveRendered = useEffectEvent(save);
  useEffect(() => {
    if (isSaving || !requested.current) return;
    const { input } = requested.current;
    requested.current = undefined;
    saveRendered(input);
  });
  return (input: Input): void => {
    requested.current = { input };
  };
}
