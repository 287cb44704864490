/** Saves a file that the browser has, as if it were downloaded. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Later: some browsers begin to read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
