// Saves once more after a save: what was typed meanwhile, or what was merged.
import { useEffect, useEffectEvent } from 'react';

/** A request for a further save; several ones count as one. */
export function createFurtherSave<Input>() {
  let requested: { input: Input } | undefined;
  return {
    request(input: Input): void {
      requested = { input };
    },
    take() {
      const taken = requested;
      requested = undefined;
      return taken;
    },
  };
}

/** Calls `save` for a request once no save is running, after the form has rendered the outcome of the last one. */
export function useSaveOnceMore<Input>(
  further: ReturnType<typeof createFurtherSave<Input>>,
  isSaving: boolean,
  save: (input: Input) => void,
): void {
  const saveRendered = useEffectEvent(() => {
    const taken = further.take();
    if (taken) save(taken.input);
  });
  useEffect(() => {
    if (!isSaving) saveRendered();
  });
}
