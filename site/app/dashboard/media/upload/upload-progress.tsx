/** How far a file is: the share that has gone, then the moment in which its sizes are made. */
export function UploadProgress({ name, sent }: { name: string; sent: number }) {
  return (
    <p className="upload-progress">
      <progress aria-label={`Uploading ${name}`} max={1} value={sent < 1 ? sent : undefined} />
      <span>{sent < 1 ? `Uploading, ${Math.round(sent * 100)}%` : 'Resizing…'}</span>
    </p>
  );
}
