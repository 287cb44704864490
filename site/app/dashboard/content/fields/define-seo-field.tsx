// The panel "Search and sharing" of an editor: what search engines and shared links show of the page.
import { useState } from 'react';
import type { ContentTableName } from '../../../content/content-types.ts';
import { recordSeoOf } from '../../../seo/record-seo.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { Panel } from '../../screen/panel.tsx';
import screenStyles from '../../screen/screen.module.css';
import type { ContentField } from '../content-form.ts';
import { seoOf, type SeoDraft, type SeoPanelProps } from './seo-draft.ts';
import { seoFieldTexts as t } from './seo-field-texts.ts';

const SeoControls = lazyComponent(() => import('./seo-controls.tsx'));

export function defineSeoField(table: ContentTableName): ContentField<SeoDraft> {
  return {
    name: 'seo',
    empty: { title: '', description: '', image: '', isHidden: false },
    read(row) {
      const { title = '', description = '', image = '', hidden = false } = recordSeoOf(row['seo']);
      return { title, description, image, isHidden: hidden };
    },
    write: (value) => ({ seo: seoOf(value) }),
    check(checks, { title, description }, id) {
      checks.askLength(`${id}-title`, title, 200, t.title.called);
      checks.askLength(`${id}-description`, description, 500, t.description.called);
    },
    render: (props) => <SeoPanel {...props} table={table} />,
  };
}

/** Folded, because most pages need nothing of it. */
function SeoPanel(props: SeoPanelProps) {
  const { id, value, problemOf } = props;
  const [wasOpened, setWasOpened] = useState(false);
  const hasProblem = ['title', 'description'].some((part) => problemOf(`${id}-${part}`) !== undefined);
  const isOpen = wasOpened || hasProblem;
  return (
    <Panel aria-label={t.panel} padded>
      <details
        className={screenStyles.foldable}
        onToggle={(event) => setWasOpened(event.currentTarget.open)}
        open={isOpen}
      >
        <summary>
          <h2 className={screenStyles.panelTitle}>{t.panel}</h2>
          {value.isHidden && <Badge variant="secondary">{t.hiddenBadge}</Badge>}
          <Icon name="chevron-down" />
        </summary>
        {isOpen && <SeoControls {...props} />}
      </details>
    </Panel>
  );
}
