import { Icon } from '../../ui/icon.tsx';
import { SpokenLabel } from '../../ui/spoken-label.tsx';
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
      <SpokenLabel text={t.view(title)} />
    </a>
  );
}
