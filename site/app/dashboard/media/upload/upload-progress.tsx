import { uploadTexts } from './upload-texts.ts';

const t = uploadTexts.progress;

/** Upload progress, then the processing on the server. */
export function UploadProgress({ name, sent }: { name: string; sent: number }) {
  return (
    <p className="stack gap-6">
      <progress className="w-full" aria-label={t.label(name)} max={1} value={sent < 1 ? sent : undefined} />
      <span>{sent < 1 ? t.sent(Math.round(sent * 100)) : t.resizing}</span>
    </p>
  );
}
