/** "Good morning, Maude": by the viewer's clock, and by the first word of the name where there is one. */
export function greeting(hour: number, name: string): string {
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const first = name.includes('@') ? '' : (name.trim().split(/\s+/)[0] ?? '');
  return first === '' ? `Good ${time}` : `Good ${time}, ${first}`;
}

/** "Four people are waiting for a reply." Small numbers are words. */
export function waitingSentence(count: number): string {
  const words = ['Nobody is', 'One person is', 'Two people are', 'Three people are', 'Four people are'];
  return `${words[count] ?? `${count.toLocaleString('en-CA')} people are`} waiting for a reply.`;
}
