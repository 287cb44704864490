import { Icon } from '../../ui/icon.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { recordTexts as t } from './record-texts.ts';

/** Opens the public page of a record in a new tab. */
export function ViewLink({ path, title }: { path: string; title: string }) {
  return (
    <a
      className="button"
      data-size="dashboard"
      data-variant="secondary"
      href={path}
      rel="noreferrer"
      target="_blank"
    >
      <Icon name="external" />
      <RichText text={t.view(title)} />
    </a>
  );
}
