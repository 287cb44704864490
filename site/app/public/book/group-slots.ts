import { formatCallDay } from '../../booking/call-times.ts';

export interface SlotDay {
  /** "Tuesday, December 1" in the agency's zone */
  name: string;
  slots: string[];
}

/** Of times in order: those of one day of the agency together. */
export function groupSlots(slots: readonly string[], timeZone: string): SlotDay[] {
  const days: SlotDay[] = [];
  for (const slot of slots) {
    const name = formatCallDay(slot, timeZone);
    const last = days.at(-1);
    if (last?.name === name) last.slots.push(slot);
    else days.push({ name, slots: [slot] });
  }
  return days;
}
