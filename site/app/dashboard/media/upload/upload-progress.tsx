import styles from './upload.module.css';
/** Upload progress, then the processing on the server. */
export function UploadProgress({ name, sent }: { name: string; sent: number }) {
  return (
    <p className={styles.progress}>
      <progress aria-label={`Uploading ${name}`} max={1} value={sent < 1 ? sent : undefined} />
      <span>{sent < 1 ? `Uploading, ${Math.round(sent * 100)}%` : 'Resizing…'}</span>
    </p>
  );
}
