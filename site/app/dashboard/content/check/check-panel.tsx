// The panel of the accessibility check, of which everything is loaded when it is opened.
import { useState } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Panel } from '../../screen/panel.tsx';
import screenStyles from '../../screen/screen.module.css';
import { contentTexts } from '../content-texts.ts';
import type { CheckResultsProps } from './check-results.tsx';

const CheckResults = lazyComponent(() => import('./check-results.tsx'));

export function CheckPanel(props: CheckResultsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel aria-label={contentTexts.check} padded>
      <details className={screenStyles.foldable} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <h2 className={screenStyles.panelTitle}>{contentTexts.check}</h2>
          <Icon name="chevron-down" />
        </summary>
        {isOpen && <CheckResults {...props} />}
      </details>
    </Panel>
  );
}
