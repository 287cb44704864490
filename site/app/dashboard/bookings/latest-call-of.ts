// The one call of a lead that its card shows.
export interface BookedCallState {
  id: string;
  starts_at: string;
  state: string;
}

/** The call that matters: the next one, or else the last one. */
export function latestCallOf<Call extends BookedCallState>(calls: readonly Call[]): Call | undefined {
  const ordered = calls.toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at));
  const now = Date.now();
  return (
    ordered.find((call) => call.state === 'booked' && Date.parse(call.starts_at) > now) ?? ordered.at(-1)
  );
}
