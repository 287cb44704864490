import type { ChildProcess } from 'node:child_process';

const intervalMs = 50;

export async function waitUntilUp(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(url).catch(() => null);
    await response?.arrayBuffer();
    if (response) return;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  throw new Error(`no server at ${url}: its process ended`);
}
