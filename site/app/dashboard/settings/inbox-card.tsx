import { useProfile } from '../../auth/session/profile.ts';
import { Panel } from '../screen/panel.tsx';
import { SingleKeySwitch } from '../screen/single-key-switch.tsx';
import { settingsTexts } from './settings-texts.ts';
import { SignatureForm } from './signature-form.tsx';
import styles from './settings.module.css';

const t = settingsTexts.inbox;

/** How the inbox works for this account. Its profile's own card says where it could not be read. */
export function InboxCard() {
  const { data: profile, isSuccess } = useProfile();
  return (
    <Panel className={styles.card} id="inbox" padded title={t.title}>
      <div className="stack" data-gap="xl">
        {isSuccess && <SignatureForm signature={profile?.reply_signature ?? ''} />}
        <SingleKeySwitch />
      </div>
    </Panel>
  );
}
