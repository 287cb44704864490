/** "Good morning, Maude": by the viewer's clock and the first word of the name. */
export function greeting(hour: number, name: string): string {
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const first = name.includes('@') ? '' : (name.trim().split(/\s+/)[0] ?? '');
  return first === '' ? `Good ${time}` : `Good ${time}, ${first}`;
}

/** "Four people are waiting for a reply." Numbers up to ten are words. */
export function waitingSentence(count: number): string {
  const numberWords = ['Nobody is', 'One person is', 'Two people are', 'Three people are', 'Four people are'];
  return `${numberWords[count] ?? `${count.toLocaleString('en-CA')} people are`} waiting for a reply.`;
}
