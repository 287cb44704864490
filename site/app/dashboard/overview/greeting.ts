import { overviewTexts } from './overview-texts.ts';

/** "Good morning, Maude": by the viewer's clock and the first word of the name. */
export function greeting(hour: number, name: string): string {
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const first = name.includes('@') ? '' : (name.trim().split(/\s+/)[0] ?? '');
  return overviewTexts.greeting[time](first);
}
