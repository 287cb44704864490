import { Panel } from '../screen/panel.tsx';
import { SingleKeySwitch } from '../screen/single-key-switch.tsx';
import { settingsTexts } from './settings-texts.ts';
import styles from './settings.module.css';

const t = settingsTexts.inbox;

/** How the inbox works for this account. */
export function InboxCard() {
  return (
    <Panel className={styles.card} id="inbox" padded title={t.title}>
      <SingleKeySwitch />
    </Panel>
  );
}
