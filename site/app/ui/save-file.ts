/** Saves a file from memory like a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Delayed, because some browsers start to read it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
